import { keepPreviousData } from '@tanstack/react-query';
import { Descriptions, Skeleton } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { partLibrary, type LibraryPart } from '#contract/orders/part-library.ts';
import { formatYuan } from '#domain/money.ts';
import { libraryTitle } from '#domain/parts/line-title.ts';
import { LINE_PRICE_LABEL, piecePriceText } from '#domain/pricing/line-price.ts';
import { dateText } from '#domain/shanghai-time.ts';
import { loadModelThumbnail } from '#providers/files.ts';
import { useStoredFile } from '../../calls/use-stored-file.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import { Pager } from '../../components/page/paged-list.tsx';
import { Problem } from '../../components/page/problem.tsx';
import { Tag } from '../../field-types/tag.tsx';
import type { DrawerProps } from '../../resource-kit/define-resource.ts';
import { RecordDrawer } from '../../resource-kit/record-drawer.tsx';
import { RecordNavigation } from '../../resource-kit/record-steps.tsx';
import { ORDERS_PATH } from '../../resources/order/order-queries.ts';
import { useOrderStatus } from '../../resources/order/order-status-options.ts';
import styles from './part-library.module.css';

const WIDTH_PX = 880;
const PAGE_SIZE = 20;

export function PartDrawer({ resource, id, onClose }: DrawerProps) {
  const { data, isError, error } = useEndpoint(partLibrary.one, {
    params: { id },
    enabled: id > 0,
    gcTime: 0,
    placeholderData: undefined,
  });
  const problem = id === 0 ? '记录不存在' : isError ? error.message : undefined;
  return (
    <RecordDrawer
      title={data ? libraryTitle(data.name, data.item) : '零件'}
      size={WIDTH_PX}
      extra={<RecordNavigation resource={resource} id={id} />}
      onClose={onClose}
    >
      <div className={styles.content}>
        {problem === undefined ? null : <Problem title="没有可显示的内容" text={problem} />}
        {data ? (
          <>
            <Facts part={data} />
            <PartHistory id={id} />
          </>
        ) : problem === undefined ? (
          <Skeleton active paragraph={{ rows: 12 }} />
        ) : null}
      </div>
    </RecordDrawer>
  );
}

function Facts({ part }: { part: LibraryPart }) {
  const { item, model, orders, pieces, quotations } = part;
  const options = item.processes.filter(({ price, time }) => price > 0 || time > 0);
  const facts: [string, string][] = [
    ['图号', [part.code, part.revision && `版本 ${part.revision}`].filter(Boolean).join(' ')],
    ['尺寸', `${item.length}×${item.width}×${item.height} mm`],
    ['上次材料', item.materialName],
    ['上次工艺', options.map(({ optionName }) => optionName).join('、')],
    ['公司', part.deptName],
    ['最近的客户', part.customerName],
    ['下单', orders === 0 ? '还没有' : `${orders} 次，共 ${pieces} 件`],
    ['未下单的报价', quotations === 0 ? '没有' : `${quotations} 次`],
  ];
  return (
    <section className={styles.facts} aria-label="零件信息">
      {model?.hasThumbnail ? <Picture id={model.id} body={model.body} /> : null}
      <Descriptions
        bordered
        size="small"
        column={{ xs: 1, md: 2 }}
        items={facts.map(([label, text]) => ({ key: label, label, children: text || '—' }))}
      />
    </section>
  );
}

function Picture({ id, body }: { id: number; body: number }) {
  const { data } = useStoredFile(['model', id, 'thumbnail', body], (signal) =>
    loadModelThumbnail({ id, body }, signal),
  );
  return <span className={styles.picture}>{data === undefined ? null : <img src={data} alt="" />}</span>;
}

function PartHistory({ id }: { id: number }) {
  const statusOf = useOrderStatus();
  const [pageIndex, setPageIndex] = useState(1);
  const { data, error } = useEndpoint(partLibrary.history, {
    params: { id },
    query: { pageIndex, pageSize: PAGE_SIZE },
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return (
    <section className={styles.history} aria-labelledby="part-history">
      <h2 id="part-history">订单与报价</h2>
      {error ? <Problem title="订单记录加载失败" text={error.message} /> : null}
      {data ? (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard */}
          <div className={styles.scroll} role="group" aria-label="订单记录" tabIndex={0}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">日期</th>
                  <th scope="col">编号</th>
                  <th scope="col">状态</th>
                  <th scope="col">客户</th>
                  <th scope="col">材料</th>
                  <th scope="col">数量</th>
                  <th scope="col">{LINE_PRICE_LABEL}</th>
                  <th scope="col">小计</th>
                </tr>
              </thead>
              <tbody>
                {data.list.map(({ orderId, orderNo, lineNo, at, status, customerName, item }) => (
                  <tr key={`${orderId} ${lineNo}`}>
                    <td>{dateText(at)}</td>
                    <td>
                      <Link to={`${ORDERS_PATH}/${orderId}`}>{orderNo}</Link>
                    </td>
                    <td>
                      <Tag color={statusOf(status).color}>{statusOf(status).label}</Tag>
                    </td>
                    <td>{customerName}</td>
                    <td>{item.materialName}</td>
                    <td>{item.num}</td>
                    <td>{item.line_total === null ? '—' : piecePriceText(item.line_total, item.num)}</td>
                    <td>{item.line_total === null ? '待报价' : formatYuan(item.line_total)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Pager
            size="small"
            pageIndex={pageIndex}
            pageSize={PAGE_SIZE}
            total={data.count}
            onPage={setPageIndex}
          />
        </>
      ) : error ? null : (
        <Skeleton active paragraph={{ rows: 4 }} />
      )}
    </section>
  );
}
