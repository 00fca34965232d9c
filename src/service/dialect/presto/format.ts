import type { SpecialForm } from "../functions/special-form.ts";

export const formatText: SpecialForm = (t, call) => t.unsupported("format", call.pos);
