import { outside, type Subscription } from '../kernel/relay.ts';
import { documentUploaded } from './document.ts';
import { builtInScanner } from './scan/built-in.ts';
import { scanDocument } from './scan-document.ts';

/** What is uploaded is scanned. A firm with a virus scanner of its own puts it here. */
export const documentListeners: readonly Subscription[] = [
  outside(documentUploaded, 'scan-document', scanDocument(builtInScanner)),
];
