import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Report } from './report.ts';

export const root = join(import.meta.dirname, '../..');

/** What one step found. `output` is what a person needs to read about it. */
export type Outcome = Report & { output: string };

type NamedOutcome = Outcome & { name: string };

/** `before`: what the steps of earlier rows found. */
export type Step = { name: string; run: (before: readonly NamedOutcome[]) => Promise<Outcome> };

export async function runCommand(command: string, args: string[], env: NodeJS.ProcessEnv = {}, cwd = root) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, output: (await output).join('') };
}

export const outcomeOf = (counts: Partial<Outcome>): Outcome => ({
  passed: 0,
  failed: 0,
  skipped: 0,
  failures: [],
  suites: [],
  tests: [],
  output: '',
  ...counts,
});

export function check(
  name: string,
  command: string,
  args: string[],
  doubt?: (output: string) => string | undefined,
): Step {
  const run = async () => {
    const { code, output } = await runCommand(command, args);
    const doubted = code === 0 ? doubt?.(output) : `ended with ${code}`;
    if (doubted === undefined) return outcomeOf({});
    const failures = [{ suite: name, name: command, message: doubted }];
    return outcomeOf({ failed: 1, failures, output: `${output}\n${command} ${args.join(' ')}: ${doubted}` });
  };
  return { name, run };
}

/** A command whose output is what a person asked for. */
export const printed = (name: string, command: string, args: string[]): Step => ({
  name,
  run: async () => {
    const { code, output } = await runCommand(command, args);
    return outcomeOf({ failed: code === 0 ? 0 : 1, output });
  },
});
