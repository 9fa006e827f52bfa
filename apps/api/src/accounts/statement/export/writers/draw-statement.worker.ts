import { parentPort, workerData } from 'node:worker_threads';
import { type DrawnStatement, drawStatement } from './draw-statement.ts';

parentPort?.postMessage(await drawStatement(workerData as DrawnStatement));
