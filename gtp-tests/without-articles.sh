#!/usr/bin/env bash
# Takes articles out of the rules, each by an edit of the data or the line that carries it out, and sees that the tests which
# docs/articles.md names for it notice. Leaves the tree as it was, which must be clean before.
#
#   gtp-tests/without-articles.sh            one article after the other, a build for each
#   gtp-tests/without-articles.sh --together all at once, one build: a test may then notice the loss of another article
set -u
cd "$(dirname "$0")/.." || exit 1
test -z "$(git status --porcelain -- src)" || { echo "src has changes: commit them first"; exit 1; }
trap 'git checkout -q -- src' EXIT

# article | file | an edit by sed | tests of the library
articles() {
    cat <<'ROWS'
2012: 8, ko points|src/go/rules.rs|0,/ko_points: false/s//ko_points: true/|territory::tests::the_point_of_a_living_ko_is_nobodys
2012: 8, eyes in seki|src/go/rules.rs|0,/tax: Tax::None/s//tax: Tax::Seki/|territory::tests::eyes_in_seki_and_false_eyes_count_under_the_proposal
2012: 9, four passes|src/referee/ending/course.rs|s/stopping: if four { 4 } else { 2 }/stopping: 2/|ending::tests::agreement_or_four_passes_end_under_the_proposal_of_2012
2012: 9, cycles|src/go/position.rs|s/Ko::Simple if self.refuses_end(point) =>/Ko::Simple if self.refuses_end(point) \&\& false =>/|position::tests::who_alone_repeats_a_cycle_with_passes_refuses_the_end
2012: 12, 1949: 44, 1989: 14|src/go/rules.rs|s/fouls_lose: true/fouls_lose: false/|game::scoring::scored::tests::a_foul_loses_unless_the_result_is_recorded game::scoring::scored::tests::two_moves_at_the_start_of_an_even_game_are_a_foul
2012: displaced, 1989: 13-2, 1949: 61|src/referee/ending/course.rs|s/displaced: displaced(rules)/displaced: Mending::Unsaid/|game::scoring::scored::tests::displaced_stones_are_put_back_or_decide_as_the_texts_say
2012: 11, 1989: 12|src/referee/ending/course.rs|s/no_result: rules.repetition == Repetition::NoResult/no_result: false/|ending::tests::a_repeated_position_has_no_result_by_consent_or_at_the_third_time
1989: 8, dame|src/go/rules.rs|0,/dame_makes_seki: true/s//dame_makes_seki: false/|territory::tests::open_dame_make_seki_under_1989
1989: 9-3|src/referee/ending/course.rs|s/=> Resumption::Opponent,/=> Resumption::Turn,/|ending::tests::play_is_resumed_with_the_opponent_first_under_the_rules_of_1989
1989: 13|src/referee/ending/course.rs|s/both_lose: rules.death == Death::Japanese1989/both_lose: false/|ending::tests::both_lose_under_the_rules_of_1989_alone
1949: 21|src/go/rules.rs|s/handicap_order: HandicapOrder::Turned/handicap_order: HandicapOrder::Gtp/|game::handicap::tests::large_handicaps_of_1949_stand_on_fixed_points
1949: 28, 28-4|src/go/rules.rs|s/ko: Ko::DoubleKo/ko: Ko::Simple/|position::tests::two_kos_are_not_taken_in_turn_for_ever position::tests::what_a_pass_does_to_a_ko
1949: 35, 36|src/referee/ending/course.rs|s/(four || by_agreement).then_some(2)/four.then_some(2)/|ending::tests::agreement_alone_ends_under_the_rules_of_1949
1949: 42|src/go/rules.rs|s/removal: Removal::InEyes/removal: Removal::InTerritory/|score::tests::article_42_of_1949 territory::tests::stones_in_a_seki_eye_are_prisoners_under_1949
1949: 45|src/go/rules.rs|s/three_points: true/three_points: false/|territory::precedent::tests::the_shape_is_found_wherever_it_lies
1949: 60|src/referee/ending/course.rs|s/consent: is_of_1949(rules)/consent: false/|game::scoring::scored::tests::a_foul_that_is_forgiven_decides_nothing
2009: 5|src/go/rules.rs|s/repetition: Repetition::Draw/repetition: Repetition::NoResult/|ending::tests::a_repeated_position_has_no_result_by_consent_or_at_the_third_time
2009: 7|src/go/rules.rs|s/end: End::TwoPassesKoClosed/end: End::TwoPasses/|position::tests::a_ko_is_not_left_open_under_2009
2009: 8-1|src/referee/ending.rs|s/Some(before) => self.filling.push(before)/Some(_) => {}/|ending::tests::phases::filling_moves_may_be_taken_back
2009: 10, passes|src/referee/ending.rs|s/if self.phase == Phase::PlayOut || self.course.pass_stones/if self.course.pass_stones/|ending::tests::phases::to_play_it_out_costs_nothing
2009: 10, waste|src/referee/ending.rs|s/new_in_seki(color).len() as u32/0/|ending::tests::phases::stones_wasted_in_a_seki_cost_a_point
2009: 11|src/referee/ending/claim.rs|s/board.stones(color) - living\[color\]/board.stones(color) \& living[color]/|ending::tests::phases::the_complete_end_asks_for_two_eyes
AGA: pass stones|src/referee/ending/course.rs|s/pass_stones: has_pass_stones(rules.base)/pass_stones: false/|ending::tests::pass_stones_make_territory_the_area
ROWS
}

# Whether each of these tests fails now.
notice() {
    cargo test -q --lib --no-run 2>/dev/null || return 1
    local article=$1 result=0
    shift
    for test in "$@"; do
        if cargo test -q --lib -- --exact "$test" 2>&1 | grep -q '^test result: ok. 1 passed'; then
            echo "$article: NOT NOTICED by $test"
            result=1
        else
            echo "$article: noticed by $test"
        fi
    done
    return $result
}

missed=0
while IFS='#' read -r row; do
    IFS=$'\t' read -r article file edit tests <<<"$row"
    before=$(cksum <"$file")
    sed -i "$edit" "$file"
    test "$before" != "$(cksum <"$file")" || { echo "$article: nothing to edit in $file"; missed=1; }
    if test "${1:-}" != --together; then
        # Words are parted on purpose.
        # shellcheck disable=SC2086
        notice "$article" $tests || missed=1
        git checkout -q -- src
    fi
done < <(articles | awk -F'|' '{ # the edit may have the sign too
    edit = $3; for (i = 4; i < NF; i++) edit = edit "|" $i
    print $1 "\t" $2 "\t" edit "\t" $NF }')
if test "${1:-}" = --together; then
    while IFS='|' read -r row; do
        # shellcheck disable=SC2086
        notice "${row%%|*}" ${row##*|} || missed=1
    done < <(articles)
fi
exit $missed
