/** Exit code of a kernel whose ports are taken, so that a restart with other ports may succeed. EADDRINUSE on Linux. */
export const PORTS_TAKEN_CODE = 98;

/** Maximum starts of a kernel whose ports are taken. */
export const START_ATTEMPTS = 5;

/** Whether the text of an error, or of a process's output, reports that a port is taken. */
export function saysPortsTaken(text: string): boolean {
  return /EADDRINUSE|AddrInUse|address (?:is )?already in use/i.test(text);
}
