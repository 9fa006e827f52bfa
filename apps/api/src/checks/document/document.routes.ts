import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { addDocument, addUnattachedDocument } from './add-document.ts';
import { acceptDocument, refuseDocument } from './decide-document.ts';
import {
  listDocuments,
  listUnattachedDocuments,
  openDocument,
  openDocumentForStaff,
  showDocumentQueue,
} from './document.read.ts';

export function documentRoutes(bind: Bind): void {
  bind.verb(contract.document.listDomestic, listDocuments);
  bind.verb(contract.document.addDomestic, addDocument);
  bind.verb(contract.document.listSwift, listDocuments);
  bind.verb(contract.document.addSwift, addDocument);
  bind.verb(contract.document.listUnattached, listUnattachedDocuments);
  bind.verb(contract.document.addUnattached, addUnattachedDocument);
  bind.workflow(contract.document.download, openDocument);
  bind.verb(contract.document.workQueue, showDocumentQueue);
  bind.workflow(contract.document.downloadForStaff, openDocumentForStaff);
  bind.verb(contract.document.accept, acceptDocument);
  bind.verb(contract.document.refuse, refuseDocument);
}
