import { Alert, Progress } from 'antd';
import type { PriceReplay } from '#contract/prices/price-replays.ts';
import type { ShadowRun } from '#contract/prices/shadow-runs.ts';
import { timeText } from '#domain/shanghai-time.ts';
import page from '../../components/page/page.module.css';
import styles from './price-replay.module.css';
import { draftTexts, endText, remainingText } from './replay-texts.ts';

interface Props {
  replay: PriceReplay;
  shadow: ShadowRun;
  /** The time when the replay was fetched. */
  now: Date;
}

/** The progress of a shadow run, the state of its draft, and the limits of its figures. */
export function ShadowNotice({ replay, shadow, now }: Props) {
  const { state, createdAt, total } = replay;
  const { until, computedAt, draft } = shadow;
  const isRunning = state === 'shadow';
  return (
    <section className={`${page.card} ${page.section}`} aria-label="影子运行">
      <h2>{isRunning ? `影子运行，${remainingText(shadow, now)}` : '影子运行'}</h2>
      {isRunning ? (
        <Progress percent={elapsedPercent(createdAt, until, now)} aria-label="影子运行已过的时间" />
      ) : null}
      <p>
        {timeText(createdAt)} 开始，
        {isRunning ? `${timeText(until)} 结束` : endText(shadow)}。期间已看到 {total.toLocaleString()}{' '}
        份新的询价和订单
        {computedAt === null ? '，首次结果正在计算' : `，算到 ${timeText(computedAt)}`}
        {isRunning ? '；约每 10 分钟更新一次' : ''}。
      </p>
      {isRunning && draftTexts[draft] !== '' ? (
        <Alert type="info" showIcon title={draftTexts[draft]} />
      ) : null}
      <details>
        <summary>这些数字怎么来，看不到什么</summary>
        <ul className={styles.notes}>
          <li>客户看到的价格、交期和速度都不变；草稿只在后台试算，客户不会知道。</li>
          <li>
            草稿按开始时的价格计算，之后的修改不算在内；期间提交的询价和订单按最后一版计入，已取消的不计。
          </li>
          <li>
            “现价”是最近一次计算时的价目：期间价目另有改动，前后订单都按改动后的价目比较，“成交”仍是当时的金额。材料被删除后，它的零件列入“无法计价的零件”。
          </li>
          <li>附加费按计算当天有效的规则在两边重算；人工填写的附加费不变。</li>
          <li>
            只看了价格、没有提交询价或订单的，系统不保存，这里数不到；他们若看到草稿的价格会不会下单，也无从得知。
          </li>
          <li>成交的都是看过现行价格的客户：结果说明同样的单子会多收或少收多少，不说明涨价后还剩多少单。</li>
        </ul>
      </details>
    </section>
  );
}

function elapsedPercent(from: string, until: string, now: Date): number {
  const [begin, end] = [Date.parse(from), Date.parse(until)];
  return Math.min(100, Math.floor((100 * (now.getTime() - begin)) / Math.max(1, end - begin)));
}
