/** Texts made for the comparison of estimates and tokenizers: what the skills corpus has too little of. */

/** Kind of text → samples. */
export const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  chinese: [
    "这个技能用来整理项目里的计划文件。先读目录，再把每个任务写成一行，最后检查有没有遗漏的步骤。如果文件太长，就只保留摘要和核心规则。",
    "提交之前请运行所有测试，并确认没有新的警告。提交信息要说明为什么修改，而不是修改了什么。每次只做一件事，这样出错的时候容易回退。",
    "数据库的连接信息保存在环境变量中，不要写进代码。部署脚本会在启动时读取这些变量，缺少任何一个都会立即停止，并且告诉用户缺少的是哪一个。",
  ],
  japanese: [
    "このスキルはプロジェクトの計画を整理するためのものです。まずフォルダーを読み、次に作業を一行ずつ書き出し、最後に抜けがないか確認します。",
    "コミットの前に必ずテストを実行してください。メッセージには何を変えたかではなく、なぜ変えたかを書きます。一度に一つのことだけを行うと、後で戻しやすくなります。",
    "長いファイルは要約と基本の規則だけを残します。参照や付録は最初に省きます。省いたものは最後の行に名前を書いて、読む人に分かるようにします。",
  ],
  korean: [
    "이 스킬은 프로젝트 계획을 정리하는 데 사용합니다. 먼저 폴더를 읽고, 각 작업을 한 줄로 적은 다음, 빠진 단계가 없는지 확인합니다.",
    "커밋하기 전에 모든 테스트를 실행하세요. 메시지에는 무엇을 바꾸었는지가 아니라 왜 바꾸었는지를 적습니다. 한 번에 한 가지 일만 하면 되돌리기 쉽습니다.",
  ],
  cyrillic: [
    "Этот навык помогает привести в порядок планы проекта. Сначала прочитайте каталог, затем запишите каждую задачу одной строкой и проверьте, что ничего не пропущено.",
    "Перед фиксацией изменений запустите все тесты. Сообщение должно объяснять, почему сделано изменение, а не что изменилось.",
  ],
  accented: [
    "Cette compétence sert à ranger les plans du projet. Lisez d'abord le répertoire, puis écrivez chaque tâche sur une ligne et vérifiez que rien n'a été oublié.",
    "Führe vor jedem Übertragen alle Prüfungen aus. Die Nachricht erklärt, warum etwas geändert wurde. Größere Änderungen werden in mehrere kleine Schritte zerlegt, damit Fehler früh auffallen.",
    "Antes de publicar, ejecuta todas las pruebas. El mensaje explica por qué se cambió algo, no qué se cambió. Así la revisión será más rápida y también más útil para los demás.",
  ],
  arabic: [
    "تساعد هذه المهارة على ترتيب خطط المشروع. اقرأ المجلد أولا، ثم اكتب كل مهمة في سطر واحد، وتأكد في النهاية من أنه لم ينس شيء.",
  ],
  hindi: [
    "यह कौशल परियोजना की योजनाओं को व्यवस्थित करने में मदद करता है। पहले फ़ोल्डर पढ़ें, फिर हर काम को एक पंक्ति में लिखें और अंत में जाँचें कि कुछ छूटा तो नहीं।",
  ],
  emoji: [
    "✅ done ❌ failed ⚠️ careful 🚀 ship it 👩‍💻 review 🇫🇷 🇯🇵 🎉🎉🎉 📦 build 🔥 hot path 🧪 tests 👍🏽",
  ],
};
