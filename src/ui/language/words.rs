//! The table of all words and sentences in English and Japanese.
//!
//! English is on the left or above, Japanese on the right or below. The Japanese terms are those of
//! the rule texts of 1949, 1989 and 2012. Errors are not in the table: they display themselves in
//! English, and `refusals` has their Japanese.

use crate::go::score::Score;
use std::fmt::Display;

/// A language of reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Japanese.
    Japanese,
}

impl Language {
    /// Parses a language code such as `en`, `ja` or `ja_JP.UTF-8`.
    ///
    /// ```
    /// use wakari::language::Language;
    /// assert_eq!(Language::of_code("ja"), Some(Language::Japanese));
    /// ```
    pub fn of_code(code: &str) -> Option<Language> {
        let primary = code.split(['_', '-', '.']).next().unwrap_or_default();
        match primary.to_ascii_lowercase().as_str() {
            "en" => Some(Language::English),
            "ja" => Some(Language::Japanese),
            _ => None,
        }
    }

    /// The language code, as in HTML.
    pub fn code(self) -> &'static str {
        self.words().code
    }

    /// Returns the text with its first letter in upper case.
    pub(crate) fn capitalized(text: &str) -> String {
        let mut letters = text.chars();
        let first = letters.next().map(char::to_uppercase);
        first.into_iter().flatten().chain(letters).collect()
    }

    /// The words of this language.
    pub(crate) fn words(self) -> &'static Words {
        match self {
            Language::English => &ENGLISH,
            Language::Japanese => &JAPANESE,
        }
    }
}

/// Makes each line of the table a field of [`Words`].
macro_rules! words {
    ($($name:ident: $english:literal / $japanese:literal;)*) => {
        /// The words of one language as fields, its sentences as methods.
        pub(crate) struct Words {
            language: Language,
            $(pub(crate) $name: &'static str,)*
        }

        static ENGLISH: Words = Words {
            language: Language::English,
            $($name: $english,)*
        };

        static JAPANESE: Words = Words {
            language: Language::Japanese,
            $($name: $japanese,)*
        };
    };
}

/// Makes each entry of the table a method of [`Words`] that fills in its blanks.
macro_rules! sentences {
    ($($name:ident($($blank:ident: $kind:ty),*): $english:literal / $japanese:literal;)*) => {
        impl Words {
            $(pub(crate) fn $name(&self, $($blank: $kind),*) -> String {
                match self.language {
                    Language::English => format!($english),
                    Language::Japanese => format!($japanese),
                }
            })*
        }
    };
}

words! {
    code: "en" / "ja";

    // Punctuation.
    comma: ", " / "、";
    colon: ": " / "：";
    semicolon: "; " / "。";
    separator: " · " / "・";
    and: " and " / "、";

    // Players and moves.
    black: "Black" / "黒";
    white: "White" / "白";
    pass: "pass" / "パス";
    ko_pass: " pass for the ko" / " 劫に対するパス";
    one_stone: "1 stone" / "1子";
    one_point: "1 point" / "1目";

    // Statuses and their evidence.
    alive: "alive" / "活き石";
    dead: "dead" / "死に石";
    seki: "seki" / "セキ石";
    proved: "proved" / "証明済み";
    proved_by_reading: "proved by reading" / "読み切りによる証明";
    agreed: "agreed" / "合意";
    agreed_by_players: "the players agree on it" / "両者の合意による";
    searched_within_walls:
        "read, assuming that the stones around it live" /
        "周りの石を活きとみた読み切り";
    searched_plainly: "read as a plain capturing fight" / "単純な取り合いとしての読み切り";
    searched_joined:
        "connected to living stones by a capture" /
        "相手の石を取って活き石に連絡";
    searched: "searched" / "探索による";
    under_half: "under 50 %" / "50％未満";
    estimated_legend:
        "Estimated: judged by random games from here to the end; the percentage is how sure that is." /
        "推定：この局面から終局まで無作為に打ち継いだ結果による判定。百分率は確からしさ。";
    estimated_by_network_legend:
        "Estimated: judged by the network and by random games from here to the end; the percentage is how sure that is." /
        "推定：ニューラルネットワークと、終局まで無作為に打ち継いだ結果による判定。百分率は確からしさ。";
    searched_legend:
        "Searched: the fight was searched move by move, or read on assumptions. Likely, but not proved." /
        "探索：その戦いだけを探索したか、仮定を置いて読んだもの。確からしいが証明ではない。";

    // Repetition.
    repeated_no_result: "no result: the position has come up again" / "無勝負（同一局面の再現）";
    repeated_draw: "draw: the position has come up again" / "引き分け（同一局面の再現）";
    repeated_play_on: "the position has come up again" / "同一局面が再現した";
    no_result: "no result" / "無勝負";
    draw: "draw" / "引き分け";
    jigo: "draw (jigo)" / "持碁";
    play_on: "means nothing" / "規定なし";

    // Fouls.
    out_of_turn: "out of turn" / "手番違反";

    // Phases of the end procedure.
    phase: "phase" / "段階";
    phase_play: "play" / "対局中";
    phase_offer: "offer" / "終局の確認";
    phase_fill: "fill" / "駄目詰め・手入れ";
    phase_confirm: "confirm" / "死活の確認";
    phase_play_out: "play out" / "死活を争う打ち継ぎ";
    phase_ruling: "ruling" / "規約による死活の判定";
    both_lose: "both lose" / "両負け";

    // Displaced stones.
    put_back: "put back to where they stood: the game goes on" / "元に戻して対局を続ける";
    stays: "the game goes on as the board stands" / "現状のまま対局を続ける";
    displaced_no_result: "no result: stones were displaced and stay so" / "無勝負（石の移動が復元できない）";
    displaced_both_lose: "both lose: stones were displaced and cannot be put back" / "両負け（石の移動が復元できない）";

    // Fouls and their consequences.
    foul_play: "foul play" / "反則";

    // Rule sets.
    proposal_2012: "Proposal of 2012" / "分かりやすい日本囲碁規約（試案）2012年";
    japanese_1989: "Japan, 1989" / "日本囲碁規約 1989年";
    japanese_1949: "Japan, 1949" / "日本棋院囲碁規約 1949年";
    improved_2009: "Second proposal of 2009" / "通常の日本ルールの改善案2";
    korean: "Korea, 2016" / "韓国の規約";
    chinese: "China" / "中国の規約";
    chinese_ogs: "China, as on OGS" / "中国の規約（OGS）";
    chinese_kgs: "China, as on KGS" / "中国の規約（KGS）";
    aga: "American Go Association" / "米国の規約";
    bga: "British Go Association" / "英国の規約";
    french: "French federation" / "フランスの規約";
    aga_button: "America, with a button" / "米国の規約（ボタン）";
    new_zealand: "New Zealand" / "ニュージーランドの規約";
    tromp_taylor: "Tromp and Taylor" / "トロンプ・テイラー規約";
    cgos: "CGOS" / "CGOS";
    ing: "Ing" / "応氏規約";
    stone_scoring: "Stone scoring" / "切り賃のある計算";
    pure_go: "Pure Go" / "純碁";
    wmsg: "World Mind Sports Games, 2008" / "ワールドマインドスポーツゲームズの規約 2008年";
    egf: "European Go Federation, territory" / "欧州囲碁連盟（地）";
    egf_area: "European Go Federation, area" / "欧州囲碁連盟（地石共有）";

    // Switches of a rule set.
    switch_name: "name" / "名称";
    switch_ko: "ko" / "劫";
    switch_repetition: "repeated position" / "同一局面";
    switch_suicide: "suicide" / "自殺手";
    switch_counting: "counting" / "計算";
    switch_tax: "tax" / "地の除外";
    switch_handicap: "handicap" / "置碁";
    switch_button: "button" / "ボタン";
    switch_end: "end" / "終局";
    switch_death: "life and death" / "死活";
    switch_komi: "komi" / "コミ";
    none: "none" / "なし";
    simple_ko: "a ko may not be taken back on the next turn" / "劫は次の着手では取り返せない";
    positional_superko:
        "no position may come up again (positional superko)" /
        "同一局面の再現を禁止（手番を問わない）";
    situational_superko:
        "no position may come up again with the same side to move (situational superko)" /
        "手番も同じ同一局面の再現を禁止";
    double_ko:
        "a ko may be taken back only after a play elsewhere, and with two kos no position may come up again" /
        "劫は他に打った後に取り返せる（同形反覆禁止。両劫も同じ）";
    suicide_allowed: "of two or more stones allowed" / "2子以上なら打てる";
    suicide_forbidden: "forbidden" / "禁止";
    territory_counting: "territory and prisoners" / "地とハマ";
    area_counting: "area: living stones and surrounded points" / "活き石と地（地石共有）";
    stone_counting: "stones" / "盤上の石";
    seki_tax: "points surrounded in seki do not count" / "セキ石の目は地としない";
    group_tax:
        "points surrounded in seki do not count, every other group loses two" /
        "セキ石の目は地とせず、他の一団ごとに2目を引く（切り賃）";
    handicap_per_stone: "White has a point for each stone" / "置石1子につき白に1目";
    handicap_per_stone_but_one:
        "White has a point for each stone but one" /
        "置石の数より1少ない目数を白に";
    button_to_first_pass: "half a point for the first to pass" / "先にパスした側に半目";
    point_for_white_first: "a point for White if White is the first to pass" / "白が先にパスすれば白に1目";
    two_passes: "two passes in a row" / "双方の連続したパス";
    two_passes_ko_closed:
        "two passes in a row, not with a ko just taken" /
        "双方の連続したパス（劫を取った直後を除く）";
    four_passes: "agreement or four passes in a row" / "合意、または4回連続のパス";
    agreement:
        "agreement; two passes in a row are taken for it" /
        "合意（双方の連続したパスを合意とみなす）";
    death_proposal_2012:
        "hypothetical play, the owner of the stones first" /
        "対象石側が先着する検証";
    death_japanese_1989:
        "hypothetical play, a pass for each ko" /
        "死活確認。劫は劫ごとのパスの後に取り返せる";
    death_japanese_1949: "by eyes and precedent" / "眼形と判例";
    death_improved_2009:
        "agreement, else played out at the cost of a prisoner for each pass" /
        "合意。合意がなければ1パスにつきハマ1子を払って打ち進める";
    death_korean: "life and death are read locally; no special ko rule applies" / "部分的に判定（劫の特別規定なし）";
    death_agreement: "agreement, else played out" / "合意。合意がなければ打ち進める";
    death_all_alive: "every stone on the board lives" / "盤上の石はすべて活き石";

    // Parts of a score.
    score_result: "result" / "結果";
    score_territory: "territory" / "地";
    score_stones: "stones" / "活き石";
    score_prisoners: "prisoners" / "ハマ";
    score_dead: "dead stones" / "死に石";
    score_precedent: "by precedent" / "判例";
    score_tax: "tax" / "切り賃";
    score_handicap: "handicap" / "置石";
    score_komi: "komi" / "コミ";
    score_button: "button" / "ボタン";
    half_a_point: "0.5" / "半目";

    // A judged position.
    judged_alike: "judged alike" / "判定の同じ石";
    to_be_filled:
        "Protective moves still owed, counted as territory" /
        "手入れの残る点（地に数えた）";
    played_before_counting: "Filled in before counting" / "計算前の駄目詰め・手入れ";
    not_clear_whose: "Unclear points" / "帰属の不確かな点";
    points_not_proved: "Not proved (estimated as shown)" / "未証明（推定による）";
    judged_as_diagram:
        "Judged as a diagram, strictly by the text: an open dame puts the stones next to it in seki (--as-game: judge as a stopped game)" /
        "図として条文どおりに判定。空いたままの駄目に接する石はセキ石となる（--as-game で終局した対局として判定）";
    judged_as_game:
        "Judged as a stopped game although it was set up: an open dame puts no group with eyes in seki (--as-diagram: judge strictly by the text)" /
        "配置された盤面を、終局した対局として判定。空いたままの駄目では、目のある石はセキ石とならない（--as-diagram で条文どおりに判定）";
    budget_ran_out:
        "The reading budget ran out, and the rest is estimated. A longer --effort may settle more." /
        "読みの計算量を使い切ったため、残りは推定による。--effort を大きくすればさらに決まることがある。";

    // The certainty of a score, and what needs attention.
    all_proved: "Proved: the status of every stone and the owner of every point" / "すべての石の死活と点の帰属を証明済み";
    all_stones_proved: "Every stone is proved" / "石の死活はすべて証明済み";
    as_agreed: "Counted with the dead stones that the players agreed on" / "両者の合意した死に石によって計算";
    none_proved: "No stone is proved" / "証明済みの石はない";
    rest_estimated: "the rest estimated" / "残りは推定";
    rest_searched: "the rest searched" / "残りは探索";
    rest_searched_or_estimated: "the rest searched or estimated" / "残りは探索または推定";
    the_dead: "Dead" / "死に石";
    in_seki: "In seki" / "セキ石";
    in_doubt: "In doubt" / "不確かな石";
    no_rules_in_file:
        "The file names no known rules; --rules chooses others than the default" /
        "棋譜に既知の規約の指定なし。既定以外の規約は --rules で指定";
    record_agrees: "the record agrees" / "棋譜と一致";
    no_result_in_file: "no result in the file" / "棋譜に結果なし";
    by_default: " by default" / "（既定）";

    // Reasons for the status of a chain.
    rule: "Rule" / "規約";
    play: "Play" / "手順";
    instead: "Instead" / "変化";
    a_bent_four: "A bent four in the corner" / "隅の曲り四目";
    all_stand: "under these rules every stone left on the board is alive" / "盤上の石はすべて活き石とする";
    pass_alive:
        "it lives even if its owner never answers: it has two eyes that cannot be filled (Benson)" /
        "持ち主が一度も応じなくても取られない（独立した二眼。ベンソンの定理）";
    safe:
        "it cannot be captured as long as its owner answers each move near it: it is connected to enough eyes, or can make them" /
        "持ち主が近くの着手に応じる限り取られない（眼が足りるか、作れるところまで連絡している）";
    kept_by_zones:
        "By answering in these zones its owner always keeps two liberties, or a connection to another safe group \
         (Müller 1997; Niu and Müller 2004)" /
        "次の区域で応じる限り、呼吸点を二つ保つか、同じく取られない石に連絡できる（Müller 1997、Niu and Müller 2004）";
    or: " or " / "か";
    text_of_2012: "proposal of 2012" / "2012年試案";
    text_of_1989: "rules of 1989" / "1989年規約";
    text_of_1949: "rules of 1949" / "1949年規約";
    text_of_2009: "proposal of 2009" / "2009年改善案";
    life_proposal_2012:
        "A group is dead if its owner, even moving first, cannot keep the opponent from ending up with one of its points. \
         If play goes round in a cycle, the group lives, unless each round only costs its owner prisoners" /
        "対象石側が先着しても、最終的に一部でも相手方の帰属になる石は死に石。\
         手順が循環すれば活き石（ただし一方的にハマを損する循環は禁止）";
    life_japanese_1989:
        "A group is alive if the opponent, moving first, cannot capture it, or if capturing it \
         lets its owner play new stones that cannot be captured" /
        "相手方の着手により取られない石、又は取られても新たに相手方に取られない石を\
         生じうる石は活き石";
    no_territory: "neutral" / "地でない";
    nobodys_yet: "undecided" / "未定";
    still_played_for:
        "the game is far from over, and stones of both sides are near" /
        "対局の途中で、双方の石が周りにある";
    walls: "Surrounded by" / "周りの石";
    region: "Together with" / "一続きの点";
    nobody_near: "no living stone is near" / "周りに活き石がない";
    read_within_walls:
        "Not proved: read to the end, but assuming that the stones around it live" /
        "未証明（周りの石を活きと仮定した読み切り）";
    read_plainly:
        "Not proved: read to the end as a plain capturing fight, while the rules ask for more" /
        "未証明（単純な取り合いとしての読み切り。条文どおりの検証ではない）";
    joined_by_capture:
        "Not proved: it connects to living stones by capturing stones next to it that were read as dead" /
        "未証明（死に石と読まれた隣の石を取って活き石に連絡する）";
    fight_searched: "Not proved: its fight was searched move by move" / "未証明（その戦いを一手ずつ探索した結果）";
    too_open_to_read:
        "Not proved: the area around it is too open to read out" /
        "未証明（周囲が広く、読み切れない）";
    unsettled_by_reading: "Not proved: reading did not settle it" / "未証明（読みでは決着しない）";
    stayed_in_most:
        "It is captured while the last dame are filled" /
        "駄目を詰めるうちに取られる";
    point_is_not_clear:
        "Not proved: random games do not settle whose it is" /
        "未証明（打ち継いだ結果が分かれ、帰属は確かでない）";
    played_over: "On a point where a stone stood" / "石のあった点への着手";
    and_so_on: ", and so on" / "以下略";
    nothing_can_change: "the position is settled" / "以後、変化の余地はない";
    then_nothing_can_change: "now the position is settled" / "以後、変化の余地はない";
    goes_on_alike: "play continues in this way" / "以下、同様に続く";

    // A scored game.
    not_finished: "not finished" / "未終局";
    rules_say_otherwise: "The rules say otherwise" / "規約の判定と異なる合意";
    as_asked_for: "as requested" / "指定による";
    as_the_record_says: "from the record" / "棋譜による";
    record_names_none: "the default; the record names none" / "既定。棋譜に指定なし";
    by_request: "as requested" / "指定";
    as_the_file_says: "from the file" / "棋譜による";
    file_names_none: "the default; the file names none" / "既定。棋譜に指定なし";
    first_of_several:
        "has several games, and this is the first; --game N chooses another" /
        "複数の対局があり、これは最初のもの。ほかは --game で選ぶ";
    as_recorded: "as recorded" / "棋譜と一致";
    not_compared: "; not compared" / "。比較せず";
    seen_before: "the final position is a repetition" / "終局の局面は同一局面の再現";
    no_reason_found:
        "no reason found: neither the status of one group or two small ones, nor the komi, nor the way of counting" /
        "理由は不明（一団または二つの小さな石の死活、コミ、計算方法では説明できない）";
    moves_missing:
        "the record ends without two passes: moves may be missing" /
        "棋譜は双方のパスで終わっていない。手が欠けているかもしれない";

    // Marks on pictures, signs on boards.
    black_point: "Black's point" / "黒地";
    white_point: "White's point" / "白地";
    dame: "dame" / "駄目";
    filled: "filled before counting" / "計算前に打たれた点";
    not_clear: "unclear" / "不確か";
    estimated_owner: "estimated" / "推定による地";
    last_move: "last move" / "最終手";
    differs: "judged differently" / "判定の異なる点";
    dead_black_stone: "dead black stone" / "黒の死に石";
    dead_white_stone: "dead white stone" / "白の死に石";
    black_stone_in_seki: "black stone in seki" / "黒のセキ石";
    white_stone_in_seki: "white stone in seki" / "白のセキ石";
    nobodys: "neutral" / "どちらの地でもない点";

    // Differences between rule sets.
    repetition_ends_nothing: "no repetition ends the game" / "同一局面は終局としない";
    counts_territory:
        "prisoners and dead stones count, living stones do not" /
        "ハマと死に石を数え、活き石を数えない";
    counts_area: "living stones count, prisoners do not" / "活き石を数え、ハマを数えない";
    counts_stones: "only the stones on the board count" / "盤上の石だけを数える";
    no_button: "no button" / "ボタンなし";

    // Headings and labels of a report.
    report: "Game report" / "対局レポート";
    rules: "Rules" / "規約";
    komi: "Komi" / "コミ";
    handicap: "Handicap" / "置石";
    result: "Result" / "結果";
    result_in_record: "Result in the record" / "棋譜の結果";
    final_position: "Final position" / "終局図";
    score: "Score" / "計算";
    territory: "Territory" / "地";
    living: "Stones" / "活き石";
    prisoners: "Prisoners" / "ハマ";
    dead_stones: "Dead stones" / "死に石";
    precedent: "By precedent" / "判例";
    tax: "Group tax" / "切り賃";
    handicap_points: "Handicap" / "置石";
    button: "Button" / "ボタン";
    total: "Total" / "計";
    by_rules: "Under each set of rules" / "規約別の結果";
    as_it_stands: "Rules and stones, as the board stands" / "現在の盤面による規約別の結果と死活";
    rule_sets: "Rules" / "規約";
    why_it_differs: "Why it differs" / "相違の理由";
    no_difference: "nothing in this game" / "この対局では差なし";
    own_rules: "the rules of the game" / "対局の規約";
    life_and_death: "Life and death" / "石の死活";
    stones_at: "Stones at" / "石の位置";
    status: "Status" / "死活";
    known_by: "Evidence" / "根拠";
    why: "Why" / "理由";
    pass_for_the_ko: "A pass for the ko" / "劫に対するパス";
    disputed: "depends on the rules" / "規約により異なる";
    all_living: "Every stone on the board lives." / "盤上の石はすべて活き石。";
    other_stones: "The living stones" / "その他の活き石";
    show_line: "Show" / "再生";
    breaches: "Rule violations" / "反則";
    no_breaches: "No violation found in the moves of the record." / "棋譜の着手に反則は見当たらない。";
    not_nearly_over:
        "What follows counts the board as it stands." /
        "以下は現在の盤面をそのまま数えたもの。";
    one_unclear_point:
        "1 point is still open. What follows counts the board as it stands." /
        "帰属の不確かな点が1点ある。以下は現在の盤面をそのまま数えたもの。";
    course_how:
        "The lead is the mean of the final scores that the search expects, and the chance is the share of them that wins. These scores \
         lie dozens of points apart, so a large lead may go with a moderate chance." /
        "リードは探索で予想される結果の平均、勝率はそのうちの勝ちの割合。結果は数十目の幅で散らばるので、リードが大きくても勝率は\
         それほど高くないことがある。";
    game_not_finished: "The game is not finished" / "未終局";
    record_differs: "The record has another result" / "棋譜の結果と異なる";
    stones_set_up: "Stones are set up" / "石の配置";
    proof_of_safety: "Proof" / "証明";
    zones_say:
        "Each board is about the stones of one side: those that are not pale are never captured if their owner answers plays in the \
         numbered zones as is shown here, whoever moves first. Plays elsewhere need no answer." /
        "盤ごとに一方の石について示す。その色の薄くない石は、番号の付いた区域で持ち主がここに示すとおりに応じる限り、どちらが先に打っても\
         取られない。ほかの所に打たれても応手は要らない。";
    zones_click:
        "Click an empty point to attack there, and see the answer; go on until the zone is settled. A dot marks an attack that must \
         be answered." /
        "空点をクリックするとそこを攻め、応手が示される。区域が済むまで続けられる。小さな点は、応じなければならない攻め。";
    zone: "Zone" / "区域";
    attack: "Attack" / "攻める";
    attack_at: "Attack at" / "攻める点";
    take_back: "Take back" / "一手戻す";
    start_again: "Start again" / "初めから";
    what_zones_give: "What each zone gives" / "各区域の役割";
    zone_takes: "no opposing stones can stay in it" / "相手の石は残れない";
    needs_no_answer: "needs no answer" / "応手は要らない";
    must_be_answered: "must be answered" / "応手が要る";
    attack_begin: "No attack so far." / "まだ攻めていない。";
    attack_answered: "%1 is answered at %2." / "%1には%2と応じる。";
    attack_unanswered: "%1 needs no answer." / "%1に応手は要らない。";
    attack_outside: "%1 is in no zone and needs no answer." / "%1は区域の外であり、応手は要らない。";
    attack_impossible: "%1 cannot be played: the stone would have no liberty." / "%1には打てない。呼吸点がない。";
    no_attack_left: "no move left there" / "打てる点はない";
    zone_in_list: "Zone %1: %2" / "区域%1：%2";
    zone_settled: "Zone %1 is settled: it needs no answer any more." / "区域%1は済んだ。もう応手は要らない。";
    zone_untold:
        "Zone %1 has too many answers for this page; the certificate has them." /
        "区域%1の応手は多すぎてこのページに載せていない。証明書にある。";
    try_it: "Try it" / "試す";
    tries_say:
        "Click a dot to try a move of the side that fails, and see the answer; or choose it here, including a pass." /
        "点のある所をクリックすると、果たせない側の手としてそこを試し、応手が示される。パスも含めて、ここで選ぶこともできる。";
    try_at: "Try" / "試す手";
    try_it_at: "Play" / "打つ";
    try_over: "The position is settled." / "以後、変化の余地はない。";
    no_try_left: "nothing is left to try" / "試す手はない";
    pass_for_kos: "pass for the kos" / "すべての劫に対するパス";
    pass_for_stone: "pass for %1" / "%1の劫に対するパス";
    step_through: "Move by move" / "手順の再生";
    game: "The game" / "対局";
    show: "Show" / "表示";
    first: "First" / "最初";
    previous: "Back" / "戻る";
    next: "Next" / "進む";
    last: "Last" / "最後";
    keys: "Arrow keys move, Home and End go to the ends." / "矢印キーで移動、Home・End で両端へ。";
    before_first_move: "Before the first move" / "開始前";
    course: "Course of the game" / "形勢の推移";
    winrate: "Black’s chance to win" / "黒の勝率";
    lead: "Black’s lead in points" / "黒のリード（目）";
    mistakes: "Largest mistakes" / "大きな悪手";
    mistake_played: "Played" / "実戦の手";
    mistake_better: "Better" / "より良い手";
    mistake_points: "Points lost" / "損（目）";
    mistake_winrate: "Chance lost" / "勝率の損";
    mistakes_how:
        "Moves that seemed to lose something were searched again, four times as long, next to the better move. Listed are those that \
         cost at least half a point and 3 % of the chance to win, or 25 % of that chance, or a point in a decided game, and more \
         than three standard errors of that comparison." /
        "短い探索で疑わしい手を選び、より良い手とそれぞれ4倍の計算量で比べ直したもの。半目以上かつ勝率3％以上の損、勝率25％以上の損、\
         または勝敗の決まった後の1目以上の損で、差が標準誤差の3倍を超えたものだけを示す。";
    no_mistakes: "No mistake that large, beyond the error of the search." / "探索の誤差を超えてこれだけの損となる手はない。";
    moves: "Moves" / "着手の一覧";
    diagrams: "Where other rules judge differently" / "規約により判定の異なる図";
    made_by: "Made by" / "作成";

    // Progress bars.
    activity_counting: "counting" / "計算";
    activity_reading: "reading" / "死活";
    activity_analysing: "analysing" / "形勢";
    activity_comparing: "comparing" / "悪手";
}

sentences! {
    // Lists.
    and_more(more: usize): " and {more} more" / " 他{more}";
    stones(count: usize): "{count} stones" / "{count}子";
    stones_with_status(stones: &str, status: &str): "{status}: {stones}" / "{stones}は{status}";

    // Results. English uses the notation of records.
    won(score: &Score, winner: &str, margin: &str): "{score}" / "{winner}{margin}勝ち";
    resigned(result: &str, winner: &str): "{result}" / "{winner}中押勝";
    out_of_time(result: &str, winner: &str): "{result}" / "{winner}時間切れ勝ち";
    forfeited(result: &str, winner: &str): "{result}" / "{winner}反則勝ち";
    won_by(result: &str, winner: &str, margin: &str): "{result}" / "{winner}{margin}勝ち";
    drawn(result: &str): "{result}" / "持碁";
    void(result: &str): "{result}" / "無勝負";
    points_and_half(whole: f64): "{whole}.5" / "{whole}目半";
    points(points: f64): "{points}" / "{points}目";
    number_of_points(points: f64): "{points} points" / "{points}目";
    percent(percent: f64): "{percent:.0} %" / "{percent:.0}％";

    phase_over(how: &str): "over, {how}" / "終局、{how}";
    forfeit(winner: &str, loser: &str, foul: &str):
        "{winner} wins by forfeit: foul play of {loser}, {foul}" /
        "{loser}の反則（{foul}）により{winner}の勝ち";

    displaced(after: usize, off: &str, on: &str):
        "stones displaced after move {after}: off {off}; on {on}" /
        "第{after}手の後に石が移動：除かれた点 {off}、置かれた点 {on}";
    lifted_wrongly(winner: &str, loser: &str):
        "{winner} wins by forfeit: {loser} lifted stones that were not taken, and they cannot be put back" /
        "{loser}が取られていない石を取り上げ、復元できないため{winner}の勝ち";
    forgiven(number: usize, cited: &str):
        "the opponent consents to move {number}{cited}: it decides nothing" /
        "第{number}手の反則は相手が同意したので問わない{cited}";
    result_stands(cited: &str):
        "found after the end: the recorded result stands{cited}" /
        "終局後に発見された反則なので、記録された結果は変わらない{cited}";

    // Positions and rules.
    komi_usually(komi: f64, usual: f64): "{komi} (usually {usual})" / "{komi}（通常{usual}）";
    foul(number: usize, play: &str, foul: &str):
        "foul play: move {number}, {play}: {foul}" /
        "反則：第{number}手 {play}、{foul}";
    judgement(status: &str, basis: &str): "{status} ({basis})" / "{status}（{basis}）";

    // Reasons for the status of a chain.
    chain_is(side: &str, first: impl Display, stones: &str, judgement: &str):
        "{side} {first}, {stones}: {judgement}" /
        "{side}{first}（{stones}）：{judgement}";
    bent_four(cited: &str):
        "Bent four in the corner: by the precedent{cited} it is dead whatever the rest of the board" /
        "隅の曲り四目：判例{cited}により、盤面の他の部分にかかわらず死石";
    three_points(side: &str, cited: &str):
        "Three points without capturing: by the precedent{cited} {side} has three points here as it stands" /
        "判例「取らず三目」{cited}により、そのままの形で{side}の三目とする";
    life_japanese_1949(cited: &str):
        "groups live by eyes and die with false eyes; doubtful shapes follow the precedents{cited}" /
        "眼形による。疑わしい形は判例{cited}による";
    seki_in_group(cited: &str):
        "in seki{cited}: its group has dame, so its eyes are not territory" /
        "駄目を有する一団の石なのでセキ石{cited}。その目は地としない";
    taken_from_territory(side: &str, cited: &str):
        "it stands in {side}'s territory, and is removed as a prisoner{cited}" /
        "{side}地の中にあるので取り上げてハマとする{cited}";
    taken_from_seki(cited: &str):
        "it stands in an eye of a group in seki, and is removed as a prisoner{cited}, though the eye is not territory" /
        "セキ石の目の中にあり、ハマとして取り上げる{cited}。その目は地としない";
    dead_stay(cited: &str):
        "it stands in neutral territory, so it stays on the board and does not count{cited}" /
        "相手方の地の中にないので取り上げず、数えない{cited}";

    shown_for(first: impl Display):
        "The play is that of {first}; name another point to see its own" /
        "手順は{first}のもの。ほかの石の手順は点を指定して表示";

    // Citations.
    article(number: &str): "article {number}" / "第{number}条";
    articles(first: &str, last: &str): "articles {first} to {last}" / "第{first}条〜第{last}条";
    paragraph(article: &str, paragraph: &str): "article {article}-{paragraph}" / "第{article}条第{paragraph}項";
    number_of_rule(number: &str): "rule {number}" / "ルール{number}";
    in_brackets(number: &str): " ({number})" / "（{number}）";
    in_text(text: &str, number: &str): "{text}, {number}" / "{text} {number}";

    // Owners of empty points.
    point_is(at: impl Display, whose: &str): "{at}: {whose}" / "{at}：{whose}";
    wall(side: &str, at: impl Display, judgement: &str): "{side} {at} {judgement}" / "{side}{at} {judgement}";
    surrounded(side: &str, cited: &str):
        "only living {side} stones surround it{cited}" /
        "{side}の活き石だけに囲まれた点{cited}";
    filled_by(side: &str):
        "{side} plays here before counting, because dame count under area scoring" /
        "計算前に{side}が打つ点（活き石を数える規約では駄目も数える）";
    filled_with_the_dame(side: &str):
        "{side} plays here before counting, when the last dame are filled" /
        "計算前のダメ詰め・手入れで{side}が打つ点";
    both_meet(cited: &str):
        "it borders living stones of both sides{cited}" /
        "双方の活き石に接する点{cited}";
    own_dead_stay(side: &str, stones: &str, cited: &str):
        "{side} surrounds it, but {side}'s own dead stones in it stay on the board: {stones}{cited}" /
        "{side}の活き石に囲まれているが、取り上げられない{side}の死に石（{stones}）を含む{cited}";
    ko_of_living(side: &str, stone: impl Display, cited: &str):
        "{side} could take {stone} here in a ko, and all stones of the ko live{cited}" /
        "双方の活き石による劫の空点{cited}：{side}が{stone}を取れる";
    eye_in_seki(side: &str, cited: &str):
        "an eye of {side}'s stones in seki{cited}" /
        "{side}のセキ石の目{cited}";
    eye_beside_dame(side: &str, dame: &str, cited: &str):
        "an eye of {side}'s stones in seki{cited}: their group has dame at {dame}" /
        "{side}のセキ石（駄目 {dame}）の目{cited}";
    dead_taken_off(stones: &str, cited: &str):
        "the dead stones in it are removed as prisoners: {stones}{cited}" /
        "その中の死に石（{stones}）はハマとして取り上げる{cited}";
    enclosed(by: &str):
        "it lies in an area that unconditionally alive {by} stones enclose and that is too small for two eyes" /
        "無条件に活きている{by}石の囲みの中にあり、二眼を作る余地がない";
    no_room_to_live(by: &str):
        "it lies inside {by}'s safe stones, and cannot make life there if {by} answers" /
        "取られることのない{by}石の囲みの中にあり、{by}が応じる限り活きる余地がない";
    zone_gives(number: usize, points: &str, gives: &str): "zone {number} ({points}): {gives}" / "区域{number}（{points}）：{gives}";
    gives_liberty(chain: impl Display): "keeps a liberty for {chain}" / "{chain}の呼吸点を一つ保つ";
    gives_two_liberties(chain: impl Display): "keeps two liberties for {chain}" / "{chain}の呼吸点を二つ保つ";
    gives_tie(chain: impl Display, to: &str):
        "keeps {chain} connected to {to}, or else two liberties for it" /
        "{chain}を{to}に連絡させるか、{chain}の呼吸点を二つ保つ";
    owning_procedure(first: &str):
        "{first} moves first; any ko may be taken at once; passing costs nothing. Only this group is being judged" /
        "{first}が先着。初めはどの劫も取れ、パスは自由。この石の生死だけを検証する";
    capturing_procedure(first: &str):
        "{first} moves first, and any ko may be taken at once; to retake a ko a side must first pass for a ko, which reopens all kos for both sides" /
        "{first}が先着し、初めは取り返しを禁じられた劫はない。劫の取り返しは劫に対するパスの後に限り、そのパスはすべての劫を双方に開く";
    estimated_surely(percent: &str): "estimate: {percent}" / "推定：{percent}";
    searched_surely(percent: &str): "searched: {percent}" / "探索：{percent}";
    survived(percent: &str, playouts: u32):
        "It survived in {percent} of {playouts} random games from here" /
        "この局面から{playouts}回打ち継いで、残ったのは{percent}";
    kept_by_network(percent: &str, playouts: u32):
        "The network and {playouts} random games from here give it {percent}" /
        "ニューラルネットワークと{playouts}回の打ち継ぎによる見込みは{percent}";
    taken_by_most(by: &str):
        "It borders no {by} territory, so it is not removed" /
        "{by}地の中にないので取り上げない";
    seki_by_dame(dame: impl Display, cited: &str):
        "in seki{cited}: it has dame at {dame}, so its eyes are not territory" /
        "駄目（{dame}）を有する活き石なのでセキ石{cited}。その目は地としない";
    takes(count: u16): " takes {count}" / "（{count}子取り）";
    cycle(after: usize):
        "now the position after move {after} repeats forever" /
        "以後、{after}手目の後の局面に戻り、循環する";
    losing_cycle(after: usize, owner: &str, lost: &str, won: u16):
        "now the position after move {after} repeats, and each round costs {owner} {lost} for {won}" /
        "以後、{after}手目の後の局面に戻り、一巡ごとに{owner}は{won}子を取って{lost}を取られる";
    must_play_before_stop(side: &str, at: impl Display, gain: &str):
        "{side} must still play at {at} before the game stops ({gain})" /
        "{side}は終局前に{at}の手入れを要す（{gain}）";
    must_play_if_resumed(side: &str, at: impl Display, worth: &str):
        "If play goes on, {side} has to add a move at {at} ({worth})" /
        "打ち継ぐ場合、{side}は{at}に手入れが必要（{worth}）";

    // Comparison of two rule sets.
    judge_alike(one: impl Display, other: impl Display):
        "{one} and {other} judge every point the same" /
        "{one}と{other}の判定はすべて同じ";
    territory_of(side: &str): "{side}'s territory" / "{side}地";

    // A scored game.
    agreed_otherwise(side: &str, at: impl Display, agreed: &str, proved: &str):
        "{side} {at}: {agreed} by agreement, but provably {proved} under the rules" /
        "{side}{at}：合意では{agreed}、規約では{proved}（証明済み）";
    rules_and_komi(rules: impl Display, source: &str, komi: f64, after: usize, moves: usize):
        "Rules: {rules} ({source}), komi {komi}, after {after} of {moves} moves" /
        "規約 {rules}（{source}）、コミ {komi}、全{moves}手のうち{after}手まで";
    extent(after: usize, moves: usize, side: &str):
        "After {after} of {moves} moves, {side} to move" /
        "全{moves}手のうち{after}手まで、{side}番";
    if_play_went_on(black_first: &str, white_first: &str):
        "If play goes on: {black_first} with Black first, {white_first} with White first" /
        "打ち継げば：黒先なら{black_first}、白先なら{white_first}";
    not_finished_at(now: &str): "Not finished: {now} as the board stands" / "未終局：現在の盤面では{now}";
    open_headline(black_first: &str, white_first: &str, now: &str):
        "Not finished: {black_first} with Black first, {white_first} with White first, {now} as the board stands" /
        "未終局：黒先なら{black_first}、白先なら{white_first}、現在の盤面では{now}";
    headline_terms(rules: impl Display, default: &str, komi: f64, more: &str):
        "  ({rules}{default}, komi {komi}{more})" /
        "（{rules}{default}、コミ{komi}{more}）";
    after_move(after: usize, moves: usize, side: &str):
        ", after move {after} of {moves}, {side} to move" /
        "、全{moves}手のうち{after}手まで、{side}番";
    recorded_as(result: &str): "recorded: {result}" / "棋譜の結果：{result}";
    stones_proved_in_part(percent: usize, rest: &str):
        "{percent} % of the stones proved, {rest}" /
        "石の{percent}％は証明済み、{rest}";
    points_estimated(points: &str): "{points} estimated" / "帰属が推定の点：{points}";
    least_sure(first: impl Display, status: &str, percent: &str):
        "least sure: {first}, {status}, {percent}" /
        "最も不確かなのは{first}（{status}、{percent}）";
    group_with(side: &str, first: impl Display, details: &str):
        "{side} {first} ({details})" /
        "{side}{first}（{details}）";
    points_around(points: &str, first: impl Display): "{points} around {first}" / "{first}周辺の{points}";
    result_in_caption(result: &str): " (recorded {result})" / "（棋譜の結果：{result}）";
    file_says(result: &str): "the record says {result}" / "棋譜の結果は{result}";
    more_than_recorded(points: &str, side: &str):
        "{points} more for {side} than recorded" /
        "棋譜より{side}が{points}多い";
    totals(games: usize, same: usize, different: usize, uncounted: usize, unreadable: usize):
        "{games} games: {same} as recorded, {different} different, {uncounted} recorded without a count, \
         {unreadable} unreadable" /
        "{games}局：棋譜と一致 {same}、不一致 {different}、棋譜に計算なし {uncounted}、読み込み不可 {unreadable}";

    // Reasons for a difference from the record.
    as_recorded_if(conditions: &str): "the record agrees if {conditions}" / "{conditions}なら棋譜と一致";
    other_status(side: &str, stones: &str, found: &str, other: &str):
        "{side} {stones} is {other}, not {found}" /
        "{side}の{stones}が{found}ではなく{other}";
    as_recorded_without(plays: &str):
        "the record agrees without the moves that Wakari filled in before counting: {plays}" /
        "計算前に補った次の手がなければ棋譜と一致：{plays}";
    some_of(count: usize, points: &str): "{count} of {points}" / "{points}のうち{count}点";
    as_recorded_if_filled(side: &str, which: &str):
        "the record agrees if {side} fills {which} (protective moves) before counting; Wakari counted them as territory" /
        "{side}が{which}に手入れをしてから数えれば棋譜と一致（ここでは地として数えた）";
    as_recorded_if_unmarked(stones: &str):
        "the record agrees if these dead stones were left on the board and counted as alive: {stones}" /
        "次の死に石を取り上げず、活き石として数えれば棋譜と一致：{stones}";
    as_recorded_with_komi(komi: f64): "the record agrees with komi {komi}" / "コミ{komi}なら棋譜と一致";
    as_recorded_under(rules: impl Display):
        "the record agrees under the rules {rules}" /
        "規約{rules}の計算なら棋譜と一致";
    may_lie_in(points: &str):
        "the difference may lie in {points}: unclear, or filled in before counting" /
        "差は次の点によるものか（不確かな点、または計算前に打たれた点）：{points}";

    // Differences between rule sets.
    taken_off(black: u32, white: u32):
        "dead stones removed: Black {black}, White {white}" /
        "取り上げる死に石：黒{black}、白{white}";
    no_points(points: &str): "no points: {points}" / "地としない点：{points}";
    points_here_only(points: &str): "points here only: {points}" / "地とする点：{points}";
    points_by_precedent(black: u32, white: u32):
        "points by precedent: Black {black}, White {white}" /
        "判例による目数：黒{black}、白{white}";
    group_tax_of(black: u32, white: u32):
        "group tax: Black {black}, White {white}" /
        "切り賃：黒{black}、白{white}";
    points_for_handicap(points: &str): "{points} for White for the handicap" / "置石により白に{points}";
    button_taken(side: &str): "{side} passed first, which counts" / "先にパスしたのは{side}（加点の対象）";
    same_komi(komi: f64):
        "All with komi {komi}, counted from the final position under each set of rules." /
        "いずれもコミ{komi}として、各規約により終局図を計算。";

    // A report.
    unclear_points(count: usize, points: &str):
        "{points} are still open. What follows counts the board as it stands." /
        "帰属の不確かな点が{count}点ある。以下は現在の盤面をそのまま数えたもの。";
    standing(side: &str, lead: f64, percent: f64, scatter: f64):
        "By search {side} leads by {lead:.1} points on average and wins with {percent:.0} %. The results scatter by {scatter:.0} points \
         (standard deviation)." /
        "探索による形勢：{side}平均{lead:.1}目リード、勝率{percent:.0}%。予想される結果の標準偏差は{scatter:.0}目。";
    better_move(better: &str, points: &str, percent: &str):
        "{better} was better by {points} points and {percent} of winning chance" /
        "{better}なら{points}目、勝率で{percent}の得";
    never_captured(side: &str, stones: &str): "{side}: {stones} never captured" / "{side}：取られない石 {stones}";
    show_move(number: usize): "Show move {number}" / "第{number}手を表示";
    better_line(number: usize, better: &str): "Instead of move {number}: {better}" / "第{number}手の変化：{better}";
    numbered_move(number: usize, play: &str): "{number}. {play}" / "第{number}手 {play}";
    described(what: &str, result: &str): "{what}: {result}" / "{what}：{result}";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_have_codes() {
        for language in [Language::English, Language::Japanese] {
            assert_eq!(Language::of_code(language.code()), Some(language));
        }
        assert_eq!(Language::of_code("JA_jp.UTF-8"), Some(Language::Japanese));
        assert_eq!(Language::of_code("de"), None);
        assert_eq!(Language::of_code(""), None);
    }
}
