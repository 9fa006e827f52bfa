import { enableCompileCache } from 'node:module';
import { readConfig } from './config.ts';

enableCompileCache(); // the second start reads our files as they were compiled by the first
const { startApp } = await import('./app.ts');
const app = await startApp(readConfig(process.env));
process.send?.({ ready: app.url });

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void app.close().then(() => process.exit(0));
  });
}
