package model

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func col(name string, c Class) colVal {
	return colVal{name: name, given: true, origin: Origin{Ways: single(c, SourceRef{Class: c, Name: c.String()})}}
}

// byStore is a column the store fills.
func byStore(name string) colVal { return colVal{name: name} }

func TestKnownTable(t *testing.T) {
	table := Table{Unique: [][]string{{"id"}, {"order_id", "line"}}, Primary: true, Complete: true}
	j := &judge{}
	for name, c := range map[string]struct {
		cols    []colVal
		table   Table
		natural string
		class   Class
		given   bool
		unsure  bool
		medium  bool
	}{
		"business primary key": {
			cols: []colVal{col("id", Business)}, table: table, natural: "is unique by column id", given: true, class: Business,
		},
		"random id beside a business index": {
			cols: []colVal{col("id", Fresh), col("order_id", Business), col("line", Constant)}, table: table,
			natural: "is unique by column order_id, line", given: true, class: Business,
		},
		"column names without regard to case": {
			cols: []colVal{col("ID", Business)}, table: table, natural: "is unique by column id", given: true, class: Business,
		},
		"half an index": {
			cols: []colVal{col("id", Fresh), col("order_id", Business)}, table: table, given: true, class: Fresh,
		},
		"index with a random part": {
			cols: []colVal{col("order_id", Business), col("line", Fresh)}, table: table, given: true, class: Fresh,
		},
		"index with a message id": {
			cols: []colVal{col("id", Fresh), col("order_id", Business), col("line", Transport)}, table: table, given: true, class: Transport,
		},
		"unknown id": {
			cols: []colVal{col("id", Unknown)}, table: table, given: true, unsure: true,
		},
		"id made by the store": {
			cols: []colVal{byStore("id"), col("amount", Business)}, table: table,
		},
		"no unique column": {
			cols: []colVal{col("amount", Business)}, table: Table{Complete: true},
		},
		"other indexes may exist": {
			cols: []colVal{col("amount", Business)}, table: Table{}, medium: true,
		},
	} {
		v := j.knownTable(c.cols, c.table)
		assert.Equal(t, c.natural, v.natural, name)
		assert.Equal(t, c.given, v.key.Given, "a key is given: "+name)
		assert.Equal(t, c.class, v.key.Class, "class of "+name)
		assert.Equal(t, c.unsure, v.unsure, "unsure of "+name)
		assert.Equal(t, c.medium, v.medium, "medium: "+name)
	}
}

func TestUnknownTable(t *testing.T) {
	j := &judge{}
	for name, c := range map[string]struct {
		table   string
		cols    []colVal
		natural string
		class   Class
		given   bool
		unsure  bool
		medium  bool
	}{
		"business id":            {"orders", []colVal{col("id", Business)}, "takes its id from the message", Business, true, false, false},
		"own id by name":         {"payments", []colVal{col("payment_id", Business)}, "takes its id from the message", Business, true, false, false},
		"plural in -ies":         {"deliveries", []colVal{col("delivery_id", Business)}, "takes its id from the message", Business, true, false, false},
		"event id":               {"journal", []colVal{col("id", Fresh), col("event_id", Business)}, "takes its id from the message", Business, true, false, false},
		"idempotency key":        {"journal", []colVal{col("idempotency_key", Business)}, "takes its id from the message", Business, true, false, false},
		"foreign business id":    {"payments", []colVal{col("order_id", Business), col("amount", Business)}, "", Unknown, false, false, true},
		"random id":              {"payments", []colVal{col("id", Fresh), col("amount", Business)}, "", Fresh, true, false, true},
		"message id":             {"payments", []colVal{col("message_id", Transport)}, "", Transport, true, false, true},
		"unknown id":             {"payments", []colVal{col("id", Unknown)}, "", Unknown, false, true, false},
		"id made by the store":   {"payments", []colVal{byStore("id"), col("amount", Business)}, "", Unknown, false, false, true},
		"two foreign ids":        {"members", []colVal{col("team_id", Business), col("player_id", Business), col("joined_at", Fresh)}, "", Unknown, false, true, false},
		"two foreign ids, more":  {"members", []colVal{col("team_id", Business), col("player_id", Business), col("role", Business)}, "", Unknown, false, false, true},
		"nothing like a row key": {"log", []colVal{col("text", Business)}, "", Unknown, false, false, true},
	} {
		v := j.unknownTable(c.table, c.cols)
		assert.Equal(t, c.natural, v.natural, name)
		assert.Equal(t, c.class, v.key.Class, "class of "+name)
		assert.Equal(t, c.given, v.key.Given, "a key is given: "+name)
		assert.Equal(t, c.unsure, v.unsure, "unsure of "+name)
		assert.Equal(t, c.medium, v.medium, "medium: "+name)
	}
}

func TestWorstVerdict(t *testing.T) {
	natural := verdict{natural: "deletes by condition"}
	reads := verdict{natural: "only reads"}
	unsure := verdict{unsure: true}
	relative := verdict{relative: true}
	bare := verdict{}
	badClaim := verdict{natural: "handles the conflict", claim: true, key: Key{Given: true, Class: Fresh}}
	for name, c := range map[string]struct {
		vs   []verdict
		want verdict
	}{
		"of natural ones, the first":     {[]verdict{natural, reads}, natural},
		"unsure is worse than natural":   {[]verdict{natural, unsure}, unsure},
		"relative is worse than unsure":  {[]verdict{relative, unsure}, relative},
		"no key is the worst":            {[]verdict{relative, bare, natural}, bare},
		"a claim under a bad key counts": {[]verdict{natural, badClaim}, badClaim},
	} {
		j := &judge{out: &Effect{}}
		j.worstOf(c.vs)
		assert.Equal(t, c.want.natural, j.out.Natural, name)
		assert.Equal(t, c.want.unsure, j.out.Uncertain, name)
		assert.Equal(t, c.want.relative, j.out.Relative, name)
		assert.Equal(t, c.want.claim, j.out.Claim, name)
		assert.Equal(t, c.want.key.Class, j.out.Key.Class, name)
	}
	j := &judge{out: &Effect{}}
	j.worstOf(nil)
	assert.True(t, j.out.Uncertain, "a statement that cannot be read")
}

func TestSnake(t *testing.T) {
	for name, want := range map[string]string{
		"ID": "id", "OrderID": "order_id", "Order": "order", "HTTPStatus": "http_status", "lineNo": "line_no",
		"SKU": "sku", "Line2Text": "line2_text", "CreatedAt": "created_at", "order_id": "order_id",
	} {
		assert.Equal(t, want, snake(name), name)
	}
}

func TestTableName(t *testing.T) {
	for typ, want := range map[string]string{
		"example.com/shop.Order": "orders", "shop.OrderLine": "order_lines", "Category": "categories", "Status": "statuses",
	} {
		assert.Equal(t, want, tableName(typ), typ)
	}
}

func TestColumnName(t *testing.T) {
	for name, c := range map[string]struct {
		field  FieldInfo
		family string
		want   string
		skip   bool
	}{
		"no tag":            {FieldInfo{Name: "OrderID"}, "", "order_id", false},
		"gorm column":       {FieldInfo{Name: "OrderID", Tag: `gorm:"primaryKey;column:order_no" json:"id"`}, "", "order_no", false},
		"gorm without name": {FieldInfo{Name: "OrderID", Tag: `gorm:"primaryKey" json:"oid"`}, "", "order_id", false},
		"bson":              {FieldInfo{Name: "ID", Tag: `bson:"_id,omitempty"`}, "", "_id", false},
		"dynamodbav":        {FieldInfo{Name: "Key", Tag: `dynamodbav:"pk"`}, "", "pk", false},
		"json last":         {FieldInfo{Name: "ID", Tag: `json:"uid" db:"id"`}, "", "id", false},
		"one family only":   {FieldInfo{Name: "ID", Tag: `json:"uid" db:"id"`}, "json", "uid", false},
		"left out":          {FieldInfo{Name: "Cache", Tag: `bun:"-"`}, "", "", true},
	} {
		got, skip := columnName(c.field, c.family)
		assert.Equal(t, c.want, got, name)
		assert.Equal(t, c.skip, skip, name)
	}
}

func TestNamesInUpdates(t *testing.T) {
	for _, name := range []string{"$ne", "$nin", "$exists", "version", "row_version", "rev", "revision", "etag"} {
		assert.Truef(t, exclusion.MatchString(name), "%s", name)
	}
	for _, name := range []string{"$eq", "$in", "_id", "previous", "status"} {
		assert.Falsef(t, exclusion.MatchString(name), "%s", name)
	}
	for _, name := range []string{"$inc", "$push", "$mul", "$pop", "$bit"} {
		assert.Truef(t, relativeName.MatchString(name), "%s", name)
	}
	for _, name := range []string{"$set", "$addToSet", "$unset", "$pull", "$max", "inc"} {
		assert.Falsef(t, relativeName.MatchString(name), "%s", name)
	}
}
