import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Report } from './report.ts';

export const root = join(import.meta.dirname, '../..');

/** What one step found. `output` is what a person needs to read about it. */
export type Outcome = Report & { output: string };

export type Step = { name: string; run: () => Promise<Outcome> };

export async function runCommand(command: string, args: string[], env: NodeJS.ProcessEnv = {}, cwd = root) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, output: (await said).join('') };
}

export const outcomeOf = (counts: Partial<Outcome>): Outcome => ({
  passed: 0,
  failed: 0,
  skipped: 0,
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
    return outcomeOf({ failed: 1, output: `${output}\n${command} ${args.join(' ')}: ${doubted}` });
  };
  return { name, run };
}
