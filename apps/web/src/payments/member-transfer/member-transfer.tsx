export { MemberTransferForm } from './MemberTransferForm.tsx';
export { memberDraftFor, memberDraftName } from './member-draft.ts';
export { QuickMemberTransfer } from './QuickMemberTransfer.tsx';
