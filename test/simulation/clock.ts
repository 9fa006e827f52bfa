export const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000] as const;

export type Clock = Readonly<{
  elapsed: () => number;
  after: (ms: number, step: () => Promise<void> | void) => void;
  runOut: (most: number) => Promise<void>;
}>;

export function openClock(): Clock {
  let now = 0;
  let made = 0;
  const waiting: { at: number; place: number; step: () => Promise<void> | void }[] = [];
  return {
    elapsed: () => now,
    after: (ms, step) => {
      made += 1;
      waiting.push({ at: now + ms, place: made, step });
    },
    runOut: async (most) => {
      for (;;) {
        waiting.sort((a, b) => a.at - b.at || a.place - b.place);
        const next = waiting.shift();
        if (!next || next.at > most) return;
        now = next.at;
        await next.step();
      }
    },
  };
}
