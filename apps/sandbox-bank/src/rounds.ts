const longestNapMs = 1000;
const shortestNapMs = 20;

/** Work that comes round again: at once when woken, when something falls due, and every second to be safe. */
export type Rounds = Readonly<{ wake(): void; stop(): Promise<void> }>;

/**
 * Starts rounds of `work`, one at a time. A round that answers true has more to do and is followed at once; otherwise
 * the next comes when `dueAt` says, or when woken. An error ends the process: a bank that stopped working must not
 * look alive.
 */
export function startRounds(work: () => boolean | Promise<boolean>, dueAt: () => number | undefined): Rounds {
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
    return next === undefined ? longestNapMs : Math.max(shortestNapMs, Math.min(longestNapMs, next - Date.now()));
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
