import { enableCompileCache } from 'node:module';
import { readConfig } from './config.ts';
import { PortInUseError } from './platform/http/listen.ts';

enableCompileCache();
const { startApp } = await import('./app.ts');
const app = await startApp(readConfig(process.env)).catch(failToStart);
process.send?.({ ready: app.url });

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void app.close().then(() => process.exit(0));
  });
}

async function failToStart(error: unknown): Promise<never> {
  if (!(error instanceof PortInUseError) || !process.send) throw error;
  await new Promise((sent) => process.send?.({ failed: error.message }, sent));
  console.error(error.message);
  process.exit(1);
}
