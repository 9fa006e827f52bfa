import { enableCompileCache, flushCompileCache } from 'node:module';
import { readConfig } from './config.ts';
import { openHttpListener } from './platform/http/http-listener.ts';
import { PortInUseError } from './platform/http/listen.ts';

enableCompileCache();
const config = readConfig(process.env);
const listener = await openHttpListener(config).catch(failToStart);
let close = async (): Promise<void> => {};

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void close().then(() => process.exit(0));
  });
}

const { startApp } = await import('./app.ts');
const app = await startApp(config, listener);
close = app.close;
process.send?.({ ready: app.url });
// Normally it is written at the exit, which a process that is killed does not reach.
flushCompileCache();

async function failToStart(error: unknown): Promise<never> {
  if (!(error instanceof PortInUseError) || !process.send) throw error;
  await new Promise((sent) => process.send?.({ failed: error.message }, sent));
  console.error(error.message);
  process.exit(1);
}
