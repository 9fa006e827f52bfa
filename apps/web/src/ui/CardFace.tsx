export const CardFace = ({ last4 }: { last4: string }) => (
  <span className="figures flex h-7 w-11 items-end justify-end rounded-small bg-brand px-1.5 py-0.5 text-[0.625rem] leading-3 font-bold text-on-brand">
    {last4}
  </span>
);
