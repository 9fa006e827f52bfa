// Loaded into every program that `npm start` runs: it ends by itself when its parent is gone, however the parent went.
import { isMainThread } from 'node:worker_threads';

// Worker threads load this too, and may not set the mask that they share.
if (isMainThread) process.umask(0o077); // what programs write is for nobody else
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
