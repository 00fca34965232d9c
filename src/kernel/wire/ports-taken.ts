/** Exit code of a kernel whose ports somebody else listens on: started with others it may well run. The number of EADDRINUSE on Linux. */
export const PORTS_TAKEN_CODE = 98;

/** How often a kernel is started when it does not get its ports. */
export const START_ATTEMPTS = 5;

/** Whether an error, or what a process said about one, is that a port is taken. */
export function saysPortsTaken(text: string): boolean {
  return /EADDRINUSE|AddrInUse|address (?:is )?already in use/i.test(text);
}
