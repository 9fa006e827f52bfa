import { enableCompileCache, flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { openHttpListener } from './platform/http/http-listener.ts';
import { PortInUseError } from './platform/http/listen.ts';

enableCompileCache();
// Left alone, the heap grows to several times of what is in use before it is collected, and past 700 MB with 400 slow
// clients. `bench/slow-clients.ts` measures it.
setFlagsFromString('--heap-growing-percent=50');
const { PORT = '8080', HOST = '0.0.0.0' } = process.env;
const listener = await openHttpListener({ port: Number(PORT), host: HOST }).catch(failToStart);
let close = async (): Promise<void> => {};

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void close().then(() => process.exit(0));
  });
}

// Loading the application takes longer than anything else at the start, so it comes after the first answer.
const [{ readConfig }, { startApp }] = await Promise.all([import('./config.ts'), import('./app.ts')]);
const app = await startApp(readConfig(process.env), listener);
close = app.close;
process.send?.({ ready: app.url });
// It is written at the exit otherwise, which a process that is killed does not reach.
flushCompileCache();

async function failToStart(error: unknown): Promise<never> {
  if (!(error instanceof PortInUseError) || !process.send) throw error;
  await new Promise((sent) => process.send?.({ failed: error.message }, sent));
  console.error(error.message);
  process.exit(1);
}
