import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TestProcesses } from './processes.ts';

const root = join(import.meta.dirname, '../..');

/** `npm run verify` and `npm run books`, as an operator runs them after a fault. */
export async function expectVerified(world: TestProcesses): Promise<void> {
  await world.recovered();
  const [verify, books] = await Promise.all([
    run('tools/verify.ts', world.toolEnvironment),
    run('tools/trial-balance.ts', world.toolEnvironment),
  ]);
  expect(verify.code, verify.output).toBe(0);
  expect(books.code, books.output).toBe(0);
}

const run = (tool: string, env: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [join(root, tool)], { env, cwd: root }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: `${stdout}\n${stderr}`.slice(-3000) }),
    );
  });
