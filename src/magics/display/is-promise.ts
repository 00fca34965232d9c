/** Whether a value is a promise of any realm. Other objects with a method `then`, such as queries that it would send, are not. */
export function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return (
    Object.prototype.toString.call(value) === "[object Promise]" &&
    typeof (value as { then?: unknown }).then === "function"
  );
}
