// Loaded into every program that `npm start` runs: it ends by itself when its parent is gone, however the parent went.
process.umask(0o077); // what programs write is for nobody else
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
