export { FilePanel } from './FilePanel.tsx';
