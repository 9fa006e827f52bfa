// Loaded into every program that `npm start` runs: ends the program when its parent ends for any reason.
import { isMainThread } from 'node:worker_threads';

// Worker threads load this file too and are not allowed to set the process-wide mask.
if (isMainThread) process.umask(0o077);
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
