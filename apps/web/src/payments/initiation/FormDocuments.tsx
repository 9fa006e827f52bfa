import { DocumentsSection, SupportingDocumentsPicker, type UnsentFileState } from '../../checks/document/document.tsx';

type DraftDocuments = { draftUid?: string | undefined; documents?: readonly string[] | undefined };
type Props = {
  draft: DraftDocuments;
  onChange: (change: (now: DraftDocuments) => { documents: readonly string[] }) => void;
  unsent: UnsentFileState;
};

export function FormDocuments({ draft: { draftUid, documents = [] }, onChange, unsent }: Props) {
  const choose = (uid: string, isIncluded: boolean) =>
    onChange(({ documents: chosen = [] }) => {
      const others = chosen.filter((each) => each !== uid);
      return { documents: isIncluded ? [...others, uid] : others };
    });
  return draftUid ? (
    <DocumentsSection paymentUid={draftUid} reach="domestic" requiredTypes={[]} unsentFile={unsent} />
  ) : (
    <SupportingDocumentsPicker selectedUids={documents} onChoose={choose} unsentFile={unsent} />
  );
}
