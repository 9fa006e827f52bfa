import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const root = join(import.meta.dirname, '../..');

export type Outcome = { passed: number; failed: number; skipped: number; output: string };

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

export function check(
  name: string,
  command: string,
  args: string[],
  doubt?: (output: string) => string | undefined,
): Step {
  const run = async () => {
    const { code, output } = await runCommand(command, args);
    const doubted = code === 0 ? doubt?.(output) : `ended with ${code}`;
    const failed = doubted === undefined ? 0 : 1;
    return {
      passed: 0,
      failed,
      skipped: 0,
      output: failed ? `${output}\n${command} ${args.join(' ')}: ${doubted}` : '',
    };
  };
  return { name, run };
}
