import { parentPort, workerData } from 'node:worker_threads';
import { drawReceipt } from './draw-receipt.ts';
import type { Receipt } from './receipt.ts';

const { receipt, now } = workerData as { receipt: Receipt; now: Date };
parentPort?.postMessage(await drawReceipt(receipt, now));
