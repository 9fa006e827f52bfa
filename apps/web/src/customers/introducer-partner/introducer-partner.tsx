export { PartnerPart } from './PartnerPart.tsx';
