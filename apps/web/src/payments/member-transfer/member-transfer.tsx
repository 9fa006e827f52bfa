export { QuickMemberTransfer } from './QuickMemberTransfer.tsx';
