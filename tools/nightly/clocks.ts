import { existsSync, readdirSync } from 'node:fs';
import { runCommand } from '../test/step.ts';

/** Times at which a suite that depends on the day of its run has failed or could fail. */
const clocks = {
  'saturday-noon': '2027-01-16T12:00:00Z',
  'new-year': '2026-12-31T23:50:00Z',
  'spring-change': '2027-03-28T00:55:00Z',
  // Midnight has passed in London and not in UTC.
  july: '2027-06-30T23:05:00Z',
  'leap-day': '2028-02-29T12:00:00Z',
} as const;
type Clock = keyof typeof clocks;

const isClock = (name: string): name is Clock => name in clocks;

/** The one whose turn it is tonight, unless names are given. */
function chooseClocks(names: readonly string[] | undefined): Clock[] {
  const all = Object.keys(clocks).filter(isClock);
  if (names === undefined) return all.filter((_, i) => i === Math.floor(Date.now() / 86_400_000) % all.length);
  const unknown = names.find((name) => name !== 'all' && !isClock(name));
  if (unknown !== undefined) throw new Error(`There is no clock ${unknown}: ${all.join(', ')} or all.`);
  return names.includes('all') ? all : names.filter(isClock);
}

/** From Debian's package libfaketime. */
function findFakeTime(): string | undefined {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => `/usr/lib/${name}/faketime`) : [];
  return folders.map((folder) => `${folder}/libfaketimeMT.so.1`).find((file) => existsSync(file));
}

/**
 * An offset, so that the clocks of all processes agree. Timers keep the monotonic clock and files their times; without
 * shared memory, a look at the clock needs no lock, which would take ten times as long as the suites themselves.
 */
function environmentAt(clock: Clock, library: string): NodeJS.ProcessEnv {
  const seconds = Math.round((Date.parse(clocks[clock]) - Date.now()) / 1000);
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DISABLE_SHM: '1',
    NO_FAKE_STAT: '1',
  };
}

/** Runs the unit and database suites as if it were another time. Names the clocks at which one failed. */
export async function runClocks(names: readonly string[] | undefined): Promise<{ red: Clock[]; untried: Clock[] }> {
  const chosen = chooseClocks(names);
  const library = findFakeTime();
  if (library === undefined) return { red: [], untried: chosen };
  const red: Clock[] = [];
  const projects = ['unit', 'web', 'database'].map((project) => `--project=${project}`);
  for (const clock of chosen) {
    const { code, output } = await runCommand(
      'vitest',
      ['run', ...projects, '--reporter=dot', '--no-color'],
      environmentAt(clock, library),
    );
    console.log(`  ${code === 0 ? '✓' : '✗'} ${clock}, ${clocks[clock]}`);
    if (code === 0) continue;
    red.push(clock);
    console.log(output);
  }
  return { red, untried: [] };
}
