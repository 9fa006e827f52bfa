import { DocumentsSection, SupportingDocumentsPicker, type UnsentFile } from '../../checks/document/document.tsx';

type DraftDocuments = { draftUid?: string | undefined; documents?: readonly string[] | undefined };
type Props = {
  draft: DraftDocuments;
  onChange: (change: (now: DraftDocuments) => { documents: readonly string[] }) => void;
  unsent: UnsentFile;
};

export function FormDocuments({ draft: { draftUid, documents = [] }, onChange, unsent }: Props) {
  const choose = (uid: string, goesAlong: boolean) =>
    onChange(({ documents: chosen = [] }) => {
      const others = chosen.filter((each) => each !== uid);
      return { documents: goesAlong ? [...others, uid] : others };
    });
  return draftUid ? (
    <DocumentsSection paymentUid={draftUid} reach="domestic" requiredTypes={[]} unsentFile={unsent} />
  ) : (
    <SupportingDocumentsPicker selectedUids={documents} onChoose={choose} unsentFile={unsent} />
  );
}
