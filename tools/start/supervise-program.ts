import { type ChildProcess, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastLines, openLog } from '../log-file.ts';
import { restartDelays } from './restart-delay.ts';

const PARENT_WATCH = join(import.meta.dirname, 'parent-watch.mjs');
const root = join(import.meta.dirname, '../..');

export type Program = {
  name: string;
  command: string[];
  env: NodeJS.ProcessEnv;
  /** Responds with 200 once the program is ready. Only for a program that does not send `{ ready }` itself. */
  health?: string;
  log?: string | undefined;
  print: (line: string) => void;
};

type Running = { stop: () => Promise<void> };

const TIMEOUT_MS = { ready: 60_000, stop: 10_000 };

/** Starts a program, waits until it is ready, and restarts it whenever it ends. */
export async function superviseProgram(program: Program): Promise<Running> {
  let stopped = false;
  let child = launch(program);
  // Its last message can arrive after its exit.
  const cannotStart = Promise.all([once(child, 'exit'), once(child, 'disconnect')]).then(() => {
    if (!stopped) throw new Error(`${program.name} does not start.${program.log ? `\n${lastLines(program.log)}` : ''}`);
  });
  cannotStart.catch(() => {});
  try {
    await Promise.race([program.health ? healthy(program.name, program.health) : ready(program, child), cannotStart]);
  } catch (error) {
    await end(child);
    throw error;
  }

  const watch = async () => {
    const delayAfter = restartDelays();
    for (;;) {
      const since = performance.now();
      if (isAlive(child)) await once(child, 'exit');
      if (stopped) return;
      const wait = delayAfter(performance.now() - since);
      program.print(
        `${program.name} has ended (${child.signalCode ?? `code ${child.exitCode}`}): starting it again ${wait === 0 ? 'now' : `in ${wait / 1000} s`}.`,
      );
      await sleep(wait);
      if (stopped) return;
      child = launch(program);
    }
  };
  void watch();

  const stop = async () => {
    stopped = true;
    await end(child);
  };
  return { stop };
}

function launch({ command, env, log }: Program): ChildProcess {
  const output = log === undefined ? 'inherit' : openLog(log);
  const child = spawn(process.execPath, ['--import', PARENT_WATCH, ...command], {
    cwd: root,
    env,
    detached: true, // Ctrl-C reaches only us, because programs must stop in order
    stdio: ['ignore', output, output, 'ipc'],
  });
  if (typeof output === 'number') closeSync(output);
  return child;
}

const isAlive = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

/** Waits for the program's own message, because another program could answer on its port. */
async function ready({ name }: Program, child: ChildProcess): Promise<void> {
  const late = AbortSignal.timeout(TIMEOUT_MS.ready);
  try {
    for await (const [message] of on(child, 'message', { signal: late })) {
      const { ready: address, failed } = message as { ready?: string; failed?: string };
      if (failed !== undefined) throw new Error(failed);
      if (address !== undefined) return;
    }
  } catch (cause) {
    throw late.aborted ? notReady(name) : cause;
  }
}

const notReady = (name: string): Error => new Error(`${name} did not get ready within ${TIMEOUT_MS.ready / 1000} s.`);

async function healthy(name: string, health: string): Promise<void> {
  for (const start = performance.now(); performance.now() - start < TIMEOUT_MS.ready; await sleep(50)) {
    const answer = await fetch(health, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    if (answer?.status === 200) return;
  }
  throw notReady(name);
}

async function end(child: ChildProcess): Promise<void> {
  if (!isAlive(child)) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS.stop);
  await gone;
  clearTimeout(late);
}
