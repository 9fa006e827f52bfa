/**
 * Walks the ways of paying in a browser of a phone's size and prints what each asks of a person: taps, keys, screens
 * and PINs, beside the most that its journey allows. `npm run walk`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

type Walked = Readonly<{
  job: string;
  taps: number;
  keys: number;
  screens: number;
  pins: number;
  most: Readonly<{ taps: number; screens: number; keys?: number }>;
}>;

const file = join(temporaryFolder(), `walk-${process.pid}.jsonl`);
const playwright = join(import.meta.dirname, '../node_modules/.bin/playwright');
const { status } = spawnSync(
  playwright,
  ['test', '--project=desktop', '--workers=1', '--retries=0', '--reporter=line', 'e2e/make-payment.e2e.ts'],
  { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, WALK_FILE: file } },
);
const walks = existsSync(file)
  ? readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Walked)
  : [];
rmSync(file, { force: true });
console.table(
  walks.map(({ job, taps, keys, screens, pins, most }) => ({
    job,
    taps: `${taps} of ${most.taps}`,
    keys: most.keys === undefined ? keys : `${keys} of ${most.keys}`,
    screens: `${screens} of ${most.screens}`,
    pins,
  })),
);
process.exitCode = status ?? 1;
