import { externalHandler, type Subscription } from '../../platform/events/relay.ts';
import { documentUploaded } from './document.ts';
import { builtInScanner } from './scan/built-in-scanner.ts';
import { scanDocument } from './scan-document.ts';

/** An operator with a virus scanner replaces `builtInScanner` here. */
export const documentListeners: readonly Subscription[] = [
  externalHandler(documentUploaded, 'scan-document', scanDocument(builtInScanner)),
];
