import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range that Linux, macOS and Windows take the ports of outgoing connections from. */
const [lowest, highest] = [20_000, 32_000];

/** A port that nothing listens on. No outgoing connection can take it before the caller listens there. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    if (await isFree(port)) return port;
  }
}

export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

export async function requireFree(port: number, variable: string): Promise<void> {
  if (await isFree(port)) return;
  throw new Error(`Port ${port} is in use. Stop the program that listens there, or set ${variable} to another one.`);
}
