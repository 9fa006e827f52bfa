export { ChangeStatusButton } from './ChangeStatusButton.tsx';
export { StatusTab } from './StatusTab.tsx';
