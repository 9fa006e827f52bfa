import { parentPort, workerData } from 'node:worker_threads';
import { inspectFile } from './inspect.ts';
import type { QuarantinedFile } from './scanner.ts';

const { mediaType, bytes } = workerData as QuarantinedFile;
parentPort?.postMessage(await inspectFile({ mediaType, bytes }));
