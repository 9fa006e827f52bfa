import { parentPort, workerData } from 'node:worker_threads';
import { inspect } from './inspect.ts';
import type { Quarantined } from './scanner.ts';

const { mediaType, bytes } = workerData as Quarantined;
parentPort?.postMessage(await inspect({ mediaType, bytes }));
