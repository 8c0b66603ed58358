/** How an order was shipped. A field that was not entered is empty. */
export interface Shipment {
  carrier: string;
  trackingNo: string;
}

/** `顺丰速运，运单号 SF123`; empty when nothing was entered. */
export const shipmentText = ({ carrier, trackingNo }: Shipment): string =>
  [carrier, trackingNo && `运单号 ${trackingNo}`].filter(Boolean).join('，');
