import { join } from 'node:path';
import { compilePreload } from '../compile-preload.ts';
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

/** An offset, so that the clocks of all processes agree. */
function environmentAt(clock: Clock, library: string): NodeJS.ProcessEnv {
  const seconds = Math.round((Date.parse(clocks[clock]) - Date.now()) / 1000);
  return { LD_PRELOAD: library, CLOCK_SHIFT_SECONDS: String(seconds) };
}

type ClockRun = Readonly<{ red: readonly Clock[]; untried?: string }>;

/** Runs the unit and database suites as if it were another time. Names the clocks at which one failed. */
export async function runClocks(names: readonly string[] | undefined): Promise<ClockRun> {
  const chosen = chooseClocks(names);
  const shift = compilePreload(join(import.meta.dirname, 'clock-shift.c'));
  if (typeof shift === 'string') return { red: [], untried: shift };
  const red: Clock[] = [];
  for (const clock of chosen) {
    const { code, output } = await runCommand('vitest', suites, environmentAt(clock, shift.library));
    console.log(`  ${code === 0 ? '✓' : '✗'} ${clock}, ${clocks[clock]}`);
    if (code === 0) continue;
    red.push(clock);
    console.log(output);
  }
  shift.remove();
  return { red };
}

const projects = ['unit', 'web', 'database'].map((project) => `--project=${project}`);
const suites = ['run', ...projects, '--reporter=dot', '--no-color'];
