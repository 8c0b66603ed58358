import { expect, test } from 'vitest';
import { textsBy } from '#tests/support/data/listed.ts';
import { shopCatalogue } from '#tests/support/data/shop-catalogue.ts';
import { sortBySimilarity } from './choice-words.ts';
import { findChoice, choicesFor } from './choices.ts';

const { materials, tree } = shopCatalogue;
const offered = (process: string, material: string) =>
  choicesFor(
    tree.find(({ name }) => name === process),
    materials.find(({ name }) => name === material)?.id ?? null,
  );
const named = (process: string, text: string, material = 'AL6061-T6') =>
  findChoice(offered(process, material), text, process)?.text;

// Material, process and choice; texts without a choice are ambiguous, say more, or are not offered.
const choices = textsBy(`
  AL6061-T6: 表面处理: 阳极氧化（黑色） = 黑色阳极 | 阳极黑 | 阳极黑色 | 黑色阳极氧化 | 阳极氧化 黑色
    阳极氧化（黑） | 氧化黑色 | 黑色氧化 | 氧化，黑 | 黑阳 | 阳极氧化-黑 | 阳极处理 黑色 | Black anodize
    anodized black | Anodizing, black | Type II anodize black
  AL6061-T6: 表面处理: 阳极氧化（本色） = 本色阳极 | 本色氧化 | 阳极本色 | 阳极氧化（本色） | 自然色阳极氧化
    clear anodize | Anodize clear | 本色阳极处理
  AL6061-T6: 表面处理: 阳极氧化（红色） = 红色阳极 | 阳极氧化红 | red anodized
  AL6061-T6: 表面处理: 阳极氧化（深空灰） = 深空灰阳极 | 阳极氧化 深空灰
  AL6061-T6: 表面处理: 喷砂+阳极氧化（黑色） = 喷砂+阳极氧化 黑色 | 喷砂氧化黑 | 喷砂黑色阳极
    喷砂、黑色阳极氧化 | 黑色阳极+喷砂 | 喷砂阳极黑 | 喷沙氧化黑色 | bead blast + black anodize
  AL6061-T6: 表面处理: 喷砂+阳极氧化（本色） = 喷砂本色氧化 | 喷砂+本色阳极 | 喷砂 阳极 本色
    sandblasted, clear anodized
  AL6061-T6: 表面处理: 硬质阳极氧化（黑色） = 硬氧黑 | 黑色硬氧 | 硬质氧化 黑色 | 硬质阳极黑 | 硬氧（黑）
    hard anodize black | Black hardcoat anodized | 硬质阳极氧化（黑色）
  AL6061-T6: 表面处理: 硬质阳极氧化（本色） = 本色硬氧 | 硬质阳极 本色 | 硬阳本色
  AL6061-T6: 表面处理: 导电氧化（本色） = 导电氧化 | 本色导电氧化 | 导电氧化本色 | chem film | Alodine
  AL6061-T6: 表面处理: 化学镀镍 = 化学镍 | 化学镀镍 | 无电解镀镍 | 镀化学镍 | 化学沉镍 | electroless nickel
  AL6061-T6: 表面处理: 喷砂 = 喷砂 | 喷沙 | 喷砂处理 | 表面喷砂 | bead blasted | Sandblasting
  AL6061-T6: 表面处理: 拉丝 = 拉丝 | 拉丝处理 | brushed
  AL6061-T6: 表面处理: 抛光 = 抛光 | 表面抛光 | polished
  AL6061-T6: 表面处理: 喷粉（黑色） = 喷粉黑 | 黑色喷粉 | 喷塑黑色 | 静电喷粉 黑 | 粉末喷涂（黑色）
    powder coat black | 静电喷涂黑色
  AL6061-T6: 表面处理: 喷漆（白色） = 喷白漆 | 白色喷漆 | 喷漆白 | painted white
  AL6061-T6: 表面处理: 电泳（黑色） = 电泳 | 电泳黑 | 黑色电泳 | E-coat black
  AL6061-T6: 表面处理: 无（保留刀纹） = 无 | 无处理 | 不处理 | 无需处理 | 不需要 | 不做 | - | — | / | N/A
    n/a | None | NO | as machined | 保留刀纹 | 无表面处理 | 没有
  Q235B: 表面处理: 镀锌（五彩锌） = 镀彩锌 | 彩锌 | 五彩锌 | 镀五彩锌 | 镀锌（五彩锌） | 彩色镀锌
  Q235B: 表面处理: 镀锌（蓝白锌） = 蓝白锌 | 镀白锌 | 镀蓝白锌 | 白锌 | 镀锌 蓝白锌
  45#钢: 表面处理: 发黑 = 发黑 | 发黑处理 | 煮黑 | 发蓝 | 表面发黑 | black oxide
  45#钢: 表面处理: 镀硬铬 = 镀硬铬 | 硬铬 | hard chrome
  SUS304: 表面处理: 钝化 = 钝化 | 酸洗钝化 | 钝化处理 | passivated
  SUS304: 表面处理: 电解抛光 = 电解抛光 | 电抛光 | 电抛 | electropolished
  AL6061-T6: 表面处理:  = 阳极 | 阳极氧化 | 硬氧 | 氧化 | 黑色 | 本色 | 镀镍 | 镀金 | 灰色阳极 | 不阳极
    镜面抛光 | 喷细砂 | 黑色阳极 膜厚25 | 见图 | 按图 | 本色或黑色阳极 | 阳极氧化黑色/红色 | 发黑
    喷砂 120目 | 镀锌 | 烤漆 | 特氟龙 | ?
  45#钢: 表面处理:  = 热镀锌 | 镀铬 | 镀锌 | 黑色阳极 | 喷漆
  AL6061-T6: 公差: ±0.05 mm = ±0.05 | +/-0.05 | +-0.05 | ± 0.05mm | ±0.050 | ±.05 | ±5丝 | 正负0.05
    ±０.０５
  AL6061-T6: 公差: ±0.02 mm = ±0.02 | ±0.02 mm | ±2丝 | +/- 0.02 mm
  AL6061-T6: 公差: GB/T 1804-m = GB/T1804-m | GB/T 1804-M | GB1804-m | 1804-m | ISO 2768-m | ISO2768m
    GB/T 1804 m级
  AL6061-T6: 公差: GB/T 1804-f = GBT1804-f | ISO2768-f
  AL6061-T6: 粗糙度: Ra0.8 = Ra0.8 | RA 0.8 | ra0.8 | 0.8 | Ra0.80 | Ra 0.8μm | Ra0.8um | Ra≤0.8 | .8
  AL6061-T6: 粗糙度: Ra3.2 = 3.2 | Ra3.2 | 全部Ra3.2
  AL6061-T6: 螺纹: M3–M6（≤4 孔） = 4-M4 | 4×M4 | 2-M3 | 4xM5 | 2×M3+2×M6 | 4-M4深10 | 2个M6 | 4-M4通孔
    4-M6×1.0
  AL6061-T6: 螺纹: M3–M6（5–12 孔） = 8-M4 | 12×M5 | 4-M4、4-M6
  AL6061-T6: 螺纹: M8–M12（≤4 孔） = M8 | M10 | M8×1.25 | 2-M12 | M8-M12 | M8～M12
  AL6061-T6: 螺纹: 无螺纹 = 无 | - | 无螺纹 | none
  AL6061-T6: 检验: 三坐标报告（CMM） = 三坐标 | CMM | 三坐标检测 | 三坐标报告 | 三次元 | 三座标检测报告
    CMM报告 | cmm
  AL6061-T6: 检验: 全尺寸全检 = 全检 | 全尺寸检测 | 100%全检 | 100%检验 | 全尺寸全检
  AL6061-T6: 检验: 首件检验（FAI） = FAI | 首件 | 首检 | 首件检验 | 首件检验报告
  AL6061-T6: 检验: 尺寸检测报告 = 尺寸报告 | 检测报告 | 检验报告 | 尺寸检验报告
  AL6061-T6: 检验: 标准出厂检验 = 标准 | 常规 | 出厂检验 | 常规检验 | 标准检验
  AL6061-T6: 随货文件: 材质证明（质保书） = 材质证明 | 材质报告 | 质保书 | 材质书 | 材料证明
  AL6061-T6: 打标: 激光打标 = 激光打标 | 镭雕 | 激光刻字 | 镭射打标
  AL6061-T6: 打标: 丝印（黑色） = 丝印黑 | 黑色丝印 | 丝印（黑色）
  AL6061-T6: 清洗包装: 单件独立包装 = 独立包装 | 单件包装 | 单独包装 | 单件独立包装
  AL6061-T6: 清洗包装: 标准包装 = 普通包装 | 标准包装
  45#钢: 热处理: 调质 HRC28–32 = 调质 | 调质HRC28-32 | 调质 28-32HRC | 调质处理 | HRC28-32 | 28-32HRC
    调质 HRC28~32
  45#钢: 热处理: 高频淬火 HRC48–52 = 高频淬火 | 高频淬火HRC48-52 | HRC48-52
  45#钢: 热处理: 去应力退火 = 去应力退火 | 去应力退火处理
  45#钢: 热处理: 无 = 无 | / | 不处理 | 不需要 | 不需热处理 | 无需热处理 | 不做热处理
  AL6061-T6: 公差:  = 0.02 | ±0.03 | ±0.1 | IT7 | h7 | H7 | ISO2768-mK | +0.02 | -0.02/+0.01 | ±0.02/100
    按图 | ±0.05或±0.02 | 未注±0.05 孔±0.02
  AL6061-T6: 粗糙度:  = Ra6.3 | Rz1.6 | Ra12.5 | Ra3.2/1.6 | N7 | ▽7 | 3.2 其余6.3 | Ra0.8-1.6
  AL6061-T6: 螺纹:  = M4 | M3-M6 | M14 | 4-M4 2-M10 | 20-M4 | 1/4-20UNC | G1/4 | M3-M6有图 | 有 | 见图
    4-M4 锥孔
  AL6061-T6: 检验:  = 有 | 按图检验 | 盲检 | 要报告和照片
  AL6061-T6: 清洗包装:  = 木箱 | 按要求
`);
test.each(choices)('%s is read from %s', (choice, texts) => {
  const [material = '', process = '', name = ''] = choice.split(/: ?/);
  for (const text of texts) expect([text, named(process, text, material) ?? '']).toEqual([text, name]);
});

test('the choices most similar to a text come first, and none is left out', () => {
  const texts = offered('表面处理', 'AL6061-T6').map(({ text }) => text);
  const near = sortBySimilarity(texts, '灰色阳极');
  expect(near.slice(0, 4).every((text) => text.includes('阳极氧化'))).toBe(true);
  expect(near.toSorted()).toEqual(texts.toSorted());
  expect(
    sortBySimilarity(
      offered('公差', 'AL6061-T6').map(({ text }) => text),
      '±0.03',
    )[0],
  ).toMatch(/^±0\.0/);
});
