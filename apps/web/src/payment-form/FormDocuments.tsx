import { DocumentsAhead, DocumentsPart, type UnsentFile } from '../document/document.tsx';

/** What a payment in the making has of documents. */
type Chosen = { draftUid?: string | undefined; documents?: readonly string[] | undefined };
type Props = {
  draft: Chosen;
  onChange: (change: (now: Chosen) => { documents: readonly string[] }) => void;
  unsent: UnsentFile;
};

/** Documents that go along: a payment that came back has its own, and takes more of them as itself. */
export function FormDocuments({ draft: { draftUid, documents = [] }, onChange, unsent }: Props) {
  const choose = (uid: string, goesAlong: boolean) =>
    onChange(({ documents: chosen = [] }) => {
      const others = chosen.filter((each) => each !== uid);
      return { documents: goesAlong ? [...others, uid] : others };
    });
  return draftUid ? (
    <DocumentsPart paymentUid={draftUid} reach="domestic" wanted={[]} unsent={unsent} />
  ) : (
    <DocumentsAhead chosen={documents} onChoose={choose} unsent={unsent} />
  );
}
