import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Postgres, startPostgres } from '../postgres.ts';
import { restartDelays } from '../start/restart-delay.ts';

type Options = Parameters<typeof startPostgres>[0] & {
  pollMs?: number;
  hungAfterMs?: number;
  /** Milliseconds in recovery after which the server counts as stuck. A fresh start has no such limit. */
  recoveryTimeoutMs?: number;
};

type Supervised = { url: string; stop: () => Promise<void> };

/** Runs a bundled server and restarts it at the same address when it dies or hangs. */
export async function superviseDatabase({
  pollMs = 1_000,
  hungAfterMs = 15_000,
  recoveryTimeoutMs = 30_000,
  ...options
}: Options): Promise<Supervised> {
  const log = options.log ?? (() => {});
  let server = await startPostgres(options);
  const { url, port } = server;
  const stopped = new AbortController();

  const watch = async () => {
    while (!stopped.signal.aborted) {
      const fault = await waitForFault(server, {
        url,
        pollMs,
        hungAfterMs,
        recoveryTimeoutMs,
        stopped: stopped.signal,
      });
      if (fault === undefined) return;
      log(`The database ${fault}: starting it again.`);
      await server.kill();
      server = await startAgain({ ...options, port, log }, stopped.signal);
    }
  };
  const watching = watch();
  const stop = async () => {
    stopped.abort();
    await watching;
    await server.stop();
  };
  return { url, stop };
}

type Watch = { url: string; pollMs: number; hungAfterMs: number; recoveryTimeoutMs: number; stopped: AbortSignal };

async function waitForFault(server: Postgres, watch: Watch): Promise<string | undefined> {
  const { url, pollMs, hungAfterMs, recoveryTimeoutMs, stopped } = watch;
  let died = false;
  void server.ended.then(() => {
    died = true;
  });
  let [answered, open] = [performance.now(), performance.now()];
  for (; !stopped.aborted; await pause(pollMs, stopped, server.ended)) {
    if (died) return 'has died';
    const answer = await probe(url, Math.min(hungAfterMs, 5_000));
    const now = performance.now();
    if (answer !== 'no_response') answered = now;
    if (answer === 'open') open = now;
    if (now - answered > hungAfterMs) return `has not answered for ${Math.round(hungAfterMs / 1000)} s`;
    // A server whose recovery failed on a bad disk reports this forever and never retries.
    if (answer === 'recovering' && now - open > recoveryTimeoutMs)
      return `has been in recovery for ${Math.round(recoveryTimeoutMs / 1000)} s`;
  }
  return undefined;
}

/** Opens a new connection each time: a server that serves only existing clients counts as hung. */
async function probe(url: string, timeout: number): Promise<'open' | 'recovering' | 'no_response'> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeout, query_timeout: timeout });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return 'open';
  } catch (error) {
    const { code } = error as pg.DatabaseError;
    if (code === FULL) return 'open';
    return code === RECOVERING ? 'recovering' : 'no_response';
  } finally {
    void client.end().catch(() => {});
  }
}

const RECOVERING = '57P03';
const FULL = '53300';

async function startAgain(options: Parameters<typeof startPostgres>[0], stopped: AbortSignal): Promise<Postgres> {
  const delayAfter = restartDelays();
  for (;;) {
    try {
      return await startPostgres(options);
    } catch (error) {
      if (stopped.aborted) throw error;
      const wait = delayAfter(0);
      options.log?.(`The database does not start (${(error as Error).message}): trying again in ${wait / 1000} s.`);
      await pause(wait, stopped);
    }
  }
}

async function pause(milliseconds: number, stopped: AbortSignal, event: Promise<unknown> = new Promise(() => {})) {
  await Promise.race([sleep(milliseconds, undefined, { signal: stopped }).catch(() => {}), event]);
}
