import { outside, type Subscription } from '../kernel/relay.ts';
import { documentUploaded } from './document.ts';
import { builtInScanner } from './scan/built-in.ts';
import { scanDocument } from './scan-document.ts';

/** An operator with a virus scanner replaces `builtInScanner` here. */
export const documentListeners: readonly Subscription[] = [
  outside(documentUploaded, 'scan-document', scanDocument(builtInScanner)),
];
