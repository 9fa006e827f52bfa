import { parentPort, workerData } from 'node:worker_threads';
import { drawDocument, type PdfDocument } from './document.ts';

const { document, at } = workerData as { document: PdfDocument; at: Date };
parentPort?.postMessage(await drawDocument(document, at));
