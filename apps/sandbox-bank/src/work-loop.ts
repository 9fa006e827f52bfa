const maxIdleMs = 1000;
const minIdleMs = 20;

export type WorkLoop = Readonly<{ wake(): void; stop(): Promise<void> }>;

/**
 * Runs `work` one round at a time; `true` means more work is left. An error ends the process: a bank that no longer
 * works must not look healthy.
 */
export function startWorkLoop(work: () => boolean | Promise<boolean>, dueAt: () => number | undefined): WorkLoop {
  let round: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let again = false;
  let stopped = false;

  async function go(): Promise<void> {
    do {
      again = false;
      again = (await work()) || again;
    } while (again && !stopped);
    round = undefined;
    if (!stopped) timer = setTimeout(wake, nap());
  }

  function nap(): number {
    const next = dueAt();
    return next === undefined ? maxIdleMs : Math.max(minIdleMs, Math.min(maxIdleMs, next - Date.now()));
  }

  function wake(): void {
    again = true;
    if (stopped || round) return;
    clearTimeout(timer);
    round = Promise.resolve().then(go);
  }

  async function stop(): Promise<void> {
    stopped = true;
    clearTimeout(timer);
    await round;
  }

  wake();
  return { wake, stop };
}
