/** Times in milliseconds; `serverMicros` is database processor time per operation. */
export type Sample = Readonly<{ perSecond: number; p50: number; p99: number; serverMicros?: number }>;

export type WorkerStep = (worker: number) => Promise<boolean>;

type LoadOptions = Readonly<{
  workers: number;
  seconds: number;
  warmSeconds?: number;
  work: WorkerStep;
  cpu?: () => number;
}>;

/** Closed loop: every worker sends its next request once it has an answer. Only what ends after the warm-up counts. */
export async function closedLoop({
  workers,
  seconds,
  warmSeconds = 0,
  work,
  cpu = () => 0,
}: LoadOptions): Promise<Sample> {
  const times: number[] = [];
  const start = performance.now() + warmSeconds * 1000;
  const end = start + seconds * 1000;
  let [cpuBefore, cpuAfter] = [cpu(), 0];
  const clocks = [
    setTimeout(() => (cpuBefore = cpu()), warmSeconds * 1000),
    setTimeout(() => (cpuAfter = cpu()), (warmSeconds + seconds) * 1000),
  ];
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let more = true; more && performance.now() < end; ) {
        const since = performance.now();
        more = await work(worker);
        const until = performance.now();
        if (more && until >= start && until < end) times.push(until - since);
      }
    }),
  );
  for (const clock of clocks) clearTimeout(clock);
  const micros = ((cpuAfter || cpu()) - cpuBefore) / times.length;
  return { perSecond: times.length / seconds, ...quantiles(times), serverMicros: micros };
}

export function quantiles(times: number[]): { p50: number; p99: number } {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
