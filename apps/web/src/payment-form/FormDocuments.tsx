import { DocumentsAhead, DocumentsPart, type UnsentFile } from '../document/document.tsx';

type Chosen = { draftUid?: string | undefined; documents?: readonly string[] | undefined };
type Props = {
  draft: Chosen;
  onChange: (change: (now: Chosen) => { documents: readonly string[] }) => void;
  unsent: UnsentFile;
};

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
