import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../kernel/bind.ts';
import { addAhead, addDocument } from './add-document.ts';
import { acceptDocument, refuseDocument } from './judge-document.ts';
import { listAhead, listDocuments } from './list-documents.ts';
import { openDocument, openForStaff } from './open-document.ts';
import { showDocumentBoard } from './show-board.ts';

export function documentRoutes(bind: Bind): void {
  bind.verb(contract.document.listDomestic, listDocuments);
  bind.verb(contract.document.addDomestic, addDocument);
  bind.verb(contract.document.listSwift, listDocuments);
  bind.verb(contract.document.addSwift, addDocument);
  bind.verb(contract.document.listAhead, listAhead);
  bind.verb(contract.document.addAhead, addAhead);
  bind.procedure(contract.document.open, openDocument);
  bind.verb(contract.document.board, showDocumentBoard);
  bind.procedure(contract.document.show, openForStaff);
  bind.verb(contract.document.accept, acceptDocument);
  bind.verb(contract.document.refuse, refuseDocument);
}
