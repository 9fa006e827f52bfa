import { parseArgs } from 'node:util';
import { runClocks } from './nightly/clocks.ts';
import { runConditions } from './nightly/conditions/run-conditions.ts';
import { modelHistories } from './nightly/model-histories.ts';
import { runMutants } from './nightly/mutants.ts';
import { runMutation } from './nightly/mutation/run-mutation.ts';
import { runCommand } from './test/step.ts';

const fullNightHours = 1.5;
const { values } = parseArgs({
  options: {
    hours: { type: 'string' },
    only: { type: 'string' },
    defects: { type: 'string' },
    groups: { type: 'string' },
    clocks: { type: 'string' },
    conditions: { type: 'string' },
    files: { type: 'string' },
    seed: { type: 'string' },
  },
});
const hours = Number(values.hours ?? process.env.NIGHT_HOURS ?? fullNightHours);
const seed = Number(values.seed ?? process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const end = hours * 3_600_000;
const share = (count: number): string => String(Math.max(1, Math.round((count * hours) / fullNightHours)));

const skippedParts: string[] = [];

type Part = Readonly<{ name: string; run: () => Promise<boolean> }>;

const vitestArgs = (project: string, file: string) => ['run', '--project', project, file, '--no-color'];

const testPart = (name: string, project: string, file: string, env: Record<string, string>): Part => ({
  name,
  run: async () => {
    const { code, output } = await runCommand('vitest', vitestArgs(project, file), { ...env, SEED: String(seed) });
    for (const line of output.split('\n')) if (/^\w[\w ]*: (left out|\{|\w+=)/.test(line)) console.log(`  ${line}`);
    if (code !== 0) console.log(output);
    return code === 0;
  },
});

const histories = modelHistories({
  seed,
  share: hours / fullNightHours,
  isTime: (needed) => performance.now() + needed < end,
});

/**
 * Longest parts first; two run at a time, because each mostly waits for its database. The model runs last and takes
 * the remaining time.
 */
const parts: readonly Part[] = [
  {
    name: 'mutants',
    run: async () => {
      const { escaped, untried } = await runMutants({
        isTime: () => performance.now() < end,
        names: values.defects?.split(','),
      });
      if (escaped.length > 0) console.log(`  not caught: ${escaped.join(', ')}`);
      if (untried.length > 0) skippedParts.push(`mutants: ${untried.length} not tried, ${untried.join(', ')}`);
      return escaped.length === 0;
    },
  },
  {
    name: 'mutation',
    run: async () => {
      const { below, untried } = await runMutation({
        isTime: () => performance.now() < end,
        names: values.groups?.split(','),
      });
      if (below.length > 0) console.log(`  below 90 %: ${below.join(', ')}`);
      if (untried.length > 0) skippedParts.push(`mutation: ${untried.join(', ')} not tried`);
      return below.length === 0;
    },
  },
  {
    name: 'conditions',
    run: async () => {
      const { below, untried } = await runConditions({
        isTime: () => performance.now() < end,
        count: Number(values.conditions ?? 2000),
        seed,
        files: values.files,
        // Alone, it has both processors.
        workers: values.only === 'conditions' ? 2 : 1,
      });
      if (below.length > 0) console.log(`  below the goal: ${below.join(', ')}`);
      if (untried > 0) skippedParts.push(`conditions: ${untried} not tried`);
      return below.length === 0;
    },
  },
  {
    name: 'clocks',
    run: async () => {
      const { red, untried } = await runClocks(values.clocks?.split(','));
      if (untried) skippedParts.push(`clocks: not tried, ${untried}`);
      return red.length === 0;
    },
  },
  testPart('simulation', 'database', 'test/simulation/simulation.db.test.ts', { SIMULATIONS: share(10_000) }),
  testPart('card payments', 'database', 'test/simulation/card-payments.db.test.ts', { SEQUENCES: share(10_000) }),
  testPart('leaks', 'soak', 'test/soak/leaks.db.test.ts', { SOAK_SECONDS: share(180) }),
  testPart('schedules', 'database', 'apps/api/src/payments/standing-order/run-standing-orders.db.test.ts', {
    STANDING_PEOPLE: share(51),
    PAUSE_DAYS: '4',
    WORKER_KILLS: share(24),
  }),
  testPart('scheduled payments', 'database', 'apps/api/src/payments/scheduled/run-scheduled-payments.db.test.ts', {
    SCHEDULED_PEOPLE: share(24),
    WORKER_KILLS: share(16),
  }),
  testPart('calendar', 'unit', 'apps/api/src/payments/standing-order/schedule.test.ts', { SCHEDULES: share(20_000) }),
  testPart('linking', 'database', 'apps/api/src/payments/initiation/dynamic-linking.db.test.ts', {
    MUTATIONS: share(10_000),
  }),
  testPart('tampering', 'database', 'tools/verify/protected-tampering.db.test.ts', { TAMPERINGS: share(3000) }),
  testPart('audit chain', 'database', 'apps/api/src/accounting/audit-chain/tampering.db.test.ts', {
    TAMPERINGS: share(1000),
  }),
  testPart('late commits', 'database', 'apps/api/src/accounting/audit-chain/late-commits.db.test.ts', {
    LATE_COMMITS: share(60),
  }),
  testPart('card reports', 'database', 'apps/api/src/cards/card-payment/any-order.db.test.ts', { RUNS: share(500) }),
  testPart('transfers', 'database', 'apps/api/src/payments/member-transfer/concurrent-transfers.db.test.ts', {
    SENDS: share(1000),
  }),
  testPart('conversions', 'database', 'apps/api/src/fx/conversion/conversion.db.test.ts', {
    CONVERSIONS: share(10_000),
  }),
  testPart('prices', 'unit', 'apps/api/src/fx/conversion/price.test.ts', { CONVERSIONS: share(1_000_000) }),
  testPart('fuzz', 'database', 'test/fuzz/fuzz.db.test.ts', { FUZZ_REQUESTS: share(200_000) }),
  testPart('races', 'database', 'packages/ledger/src/concurrency.db.test.ts', { ROUNDS: share(500) }),
  testPart('kills', 'crash', 'test/crash/payments.db.test.ts', { API_KILLS: share(200), DATABASE_KILLS: share(100) }),
  testPart('faults', 'crash', 'test/crash/faults.db.test.ts', {
    TERMINATIONS: share(100),
    CUTS: share(1000),
    MESSAGES: share(600),
    CLOCK_STEPS: share(100),
  }),
  testPart('auto fx', 'crash', 'test/crash/auto-fx.db.test.ts', { ORDERS: share(12_000) }),
  testPart('rolling restarts', 'crash', 'test/crash/rolling-restart.db.test.ts', { ROLLING_RESTARTS: share(20) }),
  testPart('one key', 'database', 'test/access/one-key.db.test.ts', { REQUESTS_OF_ONE_KEY: '20' }),
  testPart('disk', 'crash', 'test/crash/disk.db.test.ts', { FULL_DISKS: share(5), FSYNC_FAULTS: share(5) }),
  { name: 'model', run: histories.run },
  { name: 'model', run: histories.run },
];

const only = values.only?.split(',');
const unknown = only?.filter((name) => !parts.some((part) => part.name === name)) ?? [];
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}.`);
console.log(`night: ${hours} h, SEED=${seed}`);
const waiting = parts.filter(({ name }) => only?.includes(name) ?? true);

async function runParts(): Promise<void> {
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

await Promise.all([runParts(), runParts()]);
skippedParts.push(...histories.tell());
for (const what of skippedParts) console.log(`CUT SHORT  ${what}`);
console.log(`${(performance.now() / 60_000).toFixed(0)} minutes, SEED=${seed}`);
