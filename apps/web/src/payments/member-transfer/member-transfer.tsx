export { QuickMemberTransfer } from './QuickMemberTransfer.tsx';
export { MemberTransferForm } from './MemberTransferForm.tsx';
export { memberDraftFor, memberDraftName } from './member-draft.ts';
