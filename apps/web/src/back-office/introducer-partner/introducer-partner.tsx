export { PartnerTab } from './PartnerTab.tsx';
