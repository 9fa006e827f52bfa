import { parseArgs } from 'node:util';
import { modelHistories } from './night/histories.ts';
import { plantAll } from './night/planted.ts';
import { execute } from './test/step.ts';

const whole = 1.5;
const { values } = parseArgs({
  options: { hours: { type: 'string' }, only: { type: 'string' }, defects: { type: 'string' } },
});
const hours = Number(values.hours ?? process.env.NIGHT_HOURS ?? whole);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const end = hours * 3_600_000;
const share = (count: number): string => String(Math.max(1, Math.round((count * hours) / whole)));

const cutShort: string[] = [];

type Part = Readonly<{ name: string; run: () => Promise<boolean> }>;

const vitestArgs = (project: string, file: string) => ['run', '--project', project, file, '--no-color'];

const tests = (name: string, project: string, file: string, env: Record<string, string>): Part => ({
  name,
  run: async () => {
    const { code, output } = await execute('vitest', vitestArgs(project, file), { ...env, SEED: String(seed) });
    for (const line of output.split('\n')) if (/^\w[\w ]*: (left out|\{|\w+=)/.test(line)) console.log(`  ${line}`);
    if (code !== 0) console.log(output);
    return code === 0;
  },
});

const histories = modelHistories({ seed, share: hours / whole, isTime: (needed) => performance.now() + needed < end });

/**
 * Longest parts first; two run at a time, because each mostly waits for its database. The model runs last and takes
 * the remaining time.
 */
const parts: readonly Part[] = [
  {
    name: 'planted',
    run: async () => {
      const { escaped, untried } = await plantAll({
        isTime: () => performance.now() < end,
        names: values.defects?.split(','),
      });
      if (escaped.length > 0) console.log(`  not caught: ${escaped.join(', ')}`);
      if (untried.length > 0) cutShort.push(`planted: ${untried.length} not tried, ${untried.join(', ')}`);
      return escaped.length === 0;
    },
  },
  tests('outside world', 'database', 'test/outside-world/outside-world.db.test.ts', { WORLDS: share(10_000) }),
  tests('leaks', 'soak', 'test/soak/leaks.db.test.ts', { SOAK_SECONDS: share(180) }),
  tests('schedules', 'database', 'apps/api/src/standing-order/once.db.test.ts', { STANDING_PEOPLE: share(42) }),
  tests('linking', 'database', 'apps/api/src/payment/dynamic-linking.db.test.ts', { MUTATIONS: share(10_000) }),
  tests('tampering', 'database', 'tools/verify/protected-tampering.db.test.ts', { TAMPERINGS: share(3000) }),
  tests('fuzz', 'database', 'test/fuzz/fuzz.db.test.ts', { FUZZ_REQUESTS: share(200_000) }),
  tests('races', 'database', 'packages/ledger/src/races.db.test.ts', { ROUNDS: share(500) }),
  tests('kills', 'crash', 'test/crash/payments.db.test.ts', { API_KILLS: share(200), DATABASE_KILLS: share(100) }),
  tests('faults', 'crash', 'test/crash/faults.db.test.ts', {
    TERMINATIONS: share(100),
    CUTS: share(1000),
    MESSAGES: share(600),
    CLOCK_STEPS: share(100),
  }),
  tests('disk', 'crash', 'test/crash/disk.db.test.ts', { FULL_DISKS: share(5), FSYNC_FAULTS: share(5) }),
  { name: 'model', run: histories.run },
  { name: 'model', run: histories.run },
];

const only = values.only?.split(',');
const unknown = only?.filter((name) => !parts.some((part) => part.name === name)) ?? [];
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}.`);
console.log(`night: ${hours} h, SEED=${seed}`);
const waiting = parts.filter(({ name }) => only?.includes(name) ?? true);

async function work(): Promise<void> {
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    const start = performance.now();
    const right = await part.run().catch((error: unknown) => {
      console.log(error);
      return false;
    });
    const seconds = ((performance.now() - start) / 1000).toFixed(0).padStart(5);
    console.log(`${right ? '✓' : '✗'} ${seconds} s  ${part.name}`);
    if (!right) process.exitCode = 1;
  }
}

await Promise.all([work(), work()]);
cutShort.push(...histories.tell());
for (const what of cutShort) console.log(`CUT SHORT  ${what}`);
console.log(`${(performance.now() / 60_000).toFixed(0)} minutes, SEED=${seed}`);
